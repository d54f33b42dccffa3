"""What the guide's magnetic and electrical figures come from: fields by magpylib, settling and margins by hand."""
