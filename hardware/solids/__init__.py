"""Everything of the boat as solids: what drawings, printed parts, pictures and the test of clearance are made of.

x runs from the stern to the prow, y across the boat (row A at +y), z down from the underside of the floor; mm.
"""
