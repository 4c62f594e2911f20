"""llama.cpp's own HTTP server with a language model of random weights, which this script makes: its answers are nonsense,
but their form is real.

It listens on a free port of loopback, prints the number, and ends when its standard input does. Needs the Python packages
xllamacpp, gguf and numpy. Options: `--key KEY` that is asked for, `--context TOKENS` that a request may have.
"""
import argparse
import os
import sys
import tempfile

# The library writes what it likes to standard output; only the port belongs there.
port_line = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

import gguf
import numpy
import xllamacpp

LAYERS, WIDTH, HEADS, FORWARD, LONGEST = 2, 64, 4, 128, 4096
WORDS = ("the a cat dog house is big water bread in on and to of it he she we they you I not red blue one two three go eat "
         "see my your this that with for from at by good day man").split()
# Kinds of tokens, as the format numbers them.
NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6


def vocabulary():
    tokens = [("<unk>", UNKNOWN, 0.0)]
    tokens += [(name, CONTROL, 0.0) for name in ("<s>", "</s>", "<|im_start|>", "<|im_end|>")]
    tokens += [(f"<0x{byte:02X}>", BYTE, 0.0) for byte in range(256)]
    # A low line stands for a space in vocabularies of this kind.
    tokens += [(chr(code).replace(" ", "\u2581"), NORMAL, -50.0) for code in range(32, 127)]
    tokens += [("\u2581" + word, NORMAL, -5.0) for word in WORDS]
    return tokens


def make_model(path):
    random = numpy.random.default_rng(7)

    def weights(*shape):
        return (random.standard_normal(shape) * 0.3).astype(numpy.float32)

    tokens = vocabulary()
    model = gguf.GGUFWriter(path, "llama")
    model.add_context_length(LONGEST)
    model.add_embedding_length(WIDTH)
    model.add_block_count(LAYERS)
    model.add_feed_forward_length(FORWARD)
    model.add_head_count(HEADS)
    model.add_head_count_kv(HEADS)
    model.add_layer_norm_rms_eps(1e-5)
    model.add_rope_dimension_count(WIDTH // HEADS)
    model.add_vocab_size(len(tokens))
    model.add_tokenizer_model("llama")
    model.add_token_list([text for text, _, _ in tokens])
    model.add_token_types([kind for _, kind, _ in tokens])
    model.add_token_scores([score for _, _, score in tokens])
    model.add_unk_token_id(0)
    model.add_bos_token_id(1)
    model.add_eos_token_id(4)
    model.add_add_bos_token(True)
    # Otherwise the server cannot make the model keep to a schema.
    model.add_add_space_prefix(False)
    model.add_chat_template(
        "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
        "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}")
    model.add_tensor("token_embd.weight", weights(len(tokens), WIDTH))
    model.add_tensor("output_norm.weight", numpy.ones(WIDTH, numpy.float32))
    output = weights(len(tokens), WIDTH)
    # Bytes and control tokens are not written, but for the one that ends a message.
    output[0:4] = 0
    output[5:261] = 0
    model.add_tensor("output.weight", output)
    for layer in range(LAYERS):
        model.add_tensor(f"blk.{layer}.attn_norm.weight", numpy.ones(WIDTH, numpy.float32))
        model.add_tensor(f"blk.{layer}.ffn_norm.weight", numpy.ones(WIDTH, numpy.float32))
        for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
            model.add_tensor(f"blk.{layer}.{name}.weight", weights(WIDTH, WIDTH))
        model.add_tensor(f"blk.{layer}.ffn_gate.weight", weights(FORWARD, WIDTH))
        model.add_tensor(f"blk.{layer}.ffn_up.weight", weights(FORWARD, WIDTH))
        model.add_tensor(f"blk.{layer}.ffn_down.weight", weights(WIDTH, FORWARD))
    model.write_header_to_file()
    model.write_kv_data_to_file()
    model.write_tensors_to_file()
    model.close()


options = argparse.ArgumentParser()
options.add_argument("--key")
options.add_argument("--context", type=int, default=4096)
options = options.parse_args()
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "tiny.gguf")
    make_model(path)
    parameters = xllamacpp.CommonParams()
    parameters.model.path = path
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.n_ctx = options.context
    parameters.n_parallel = 1
    parameters.warmup = False
    parameters.cpuparams.n_threads = 1
    if options.key:
        parameters.api_keys = [options.key]
    server = xllamacpp.Server(parameters)
    address = str(server.listening_address)
    print(address.rstrip("/").rsplit(":", 1)[-1], file=port_line, flush=True)
    sys.stdin.buffer.read()
# Its threads would go on.
os._exit(0)
