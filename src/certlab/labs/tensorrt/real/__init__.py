"""What runs a real library: networks in ONNX, and ONNX Runtime."""
