např
tzv
prof
Ing
