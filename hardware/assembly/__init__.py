"""The build as a program: of each item of a guide its words and its operations, in one place.

A file `NAME.txt` here is the guide's steps. A line that begins with `~` is an operation of the item over it:

    take A; B         it needs these: bought, or made before
    use N A           so many of the bought A go for good: all that are bought, in the end
    make A; B         from now on there are these
    with A; B         tools
    need boat open    what must be so; `set boat open`: what is so from now on
    cover A with B    B hides A and carries its marks; `bare A` takes it off again; `on A`: work on A's own face
    drill D M on A    holes of D mm at the marks M that A carries; `saw A` to a line that it carries
    prick A           the marks stay in A when it is bared; `put A in B`: A is inside B from now on
    cable A D         a cable with two free ends, D mm thick; `head A D`: one free end is now so thick
    end A at B        an end of cable A is at B for good
    hole A D of B     B has a hole for cables, D mm wide; `slot A of B`: one that is open to B's edge
    pass A through B  a free end of cable A goes through the hole B
    ring A round B    A goes on over all that is at B
    close A with B    nothing in A can be reached any more; `open A`
    look through A    light must pass A
    mark, read        what is printed on a board; what a meter shows, or what the model gives
    show P: A; B      the picture P shows these with their names; one of solids gets them from here

`walk.py` carries the operations out and says where a builder would be stuck; `page.py` makes the guide's text of it.
"""
