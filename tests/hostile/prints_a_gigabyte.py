# fault: exception timeout memory
import os
block = "y" * (1 << 20)
for _ in range(1000):
    print(block, end="")
    os.write(1, block.encode())
