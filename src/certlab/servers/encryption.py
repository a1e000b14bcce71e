"""Whether a kernel's messages can be kept from others on this machine."""


def encryption() -> dict[str, str]:
    """Settings of jupyter_client's KernelManager; {} where it cannot encrypt."""
    try:
        import zmq
        from jupyter_client.manager import KernelManager
    except ImportError:
        return {}
    able = hasattr(KernelManager, "transport_encryption") and zmq.has("curve")
    return {"transport_encryption": "auto"} if able else {}
