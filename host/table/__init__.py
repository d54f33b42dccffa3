"""The simulated table: the fake board, its physics and wires, hands and stores."""
