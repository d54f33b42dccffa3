"""The oddest texts that a user or peer can enter: each must be shown, or refused with a message.

>>> len(TEXTS)
50
"""

TEXTS = (
    *("", " ", "\t", "\n", "\r\n", "\0", "a\0b", "\x07bell", "\x1b[31mred", "\x1b]0;title\x07"),
    *"\x7f|\x85|\x9b2J|\u200b|\u200d|\u2028|\u2029|\u202eevil|\u2066left|\ufeffBOM|\ufffd|\uffff".split("|"),
    *("\u00ad", "\u00a0", "😀", "👩‍👩‍👧‍👦", "🇩🇰", "\U0010ffff", "\ud83d", "\ude00", "\ud83d\ude00"[::-1], "z̵̡̛̳a̷̢͝lgo"),
    *("ÆØÅ æøå", "A\u030arhus", "\u00c5rhus"),
    *("שלום", "مرحبا", "日本語", "İıſß", "½²", "٣", "Ａ１", "A" * 10_000, "ø" * 10_000, "😀" * 25),
    *("../../etc/passwd", "<script>alert(1)</script>", "\"\\'{}%s%d", "null", "-1e999"),
)
