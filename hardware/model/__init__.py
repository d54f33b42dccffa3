"""What the guide's magnetic and electrical figures come from: fields of a cylinder, settling and margins by hand."""
