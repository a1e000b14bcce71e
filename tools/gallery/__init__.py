"""`make gallery`: every surface in its main states, photographed into one contact sheet.

A surface is data (`visit.Visit`): what to open, and the steps that bring it into each of
its states. `camera` goes there and takes the pictures, `faults` says what is broken in
them without a look, and `sheet` lays them out for one.
"""
