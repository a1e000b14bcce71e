"""NeMo: curating text, batch arithmetic, and a tiny GPT that is really trained."""
