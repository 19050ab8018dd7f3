Sr
Sra
pág #NUMERIC_ONLY#
