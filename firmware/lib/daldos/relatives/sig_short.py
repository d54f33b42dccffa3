"""Sig made shorter: a piece is removed where it would go home."""

from daldos.relatives.sig import SIG

SIG_SHORT = (SIG[0].replace("sent_home=true", "sent_home=false"), SIG[1], SIG[2], (3072, 0, 512, 28, 922, 410))
