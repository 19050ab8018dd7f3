ca
kl
