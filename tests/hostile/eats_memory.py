# fault: memory timeout
eaten = []
while True:
    eaten.append(bytearray(1 << 20))
