"""Fine-tuning of the tiny GPT: adapters, preferences, distillation."""
