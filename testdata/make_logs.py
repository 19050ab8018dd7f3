#!/usr/bin/env python3
"""Writes logs/: the same six translations as services and tools of language models write them.

The shapes follow the public documentation of the APIs of OpenAI and Anthropic, of vLLM, LiteLLM, lm-evaluation-harness
and HELM; the texts were written for this project."""
import json
import os

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "logs")
SEGMENTS = [
    ("Der Zug fährt um acht Uhr ab.", "The train leaves at eight o'clock.", "The train departs at eight o'clock."),
    ("Bitte schließen Sie die Tür.", "Please close the door.", "Please close the door."),
    ("Der See friert selten zu.", "The lake rarely freezes over.", "The lake seldom freezes over."),
    ("Wir haben gestern zwei Briefe bekommen.", "We received two letters yesterday.", "We received two letters yesterday."),
    ("Die Brücke ist seit Mai gesperrt.", "The bridge has been closed since May.", "The bridge has been closed since"),
    ("Er bezahlte die Rechnung in bar.", "He paid the bill in cash.", "He paid the bill in cash."),
]
# How each answer ended: the fifth was cut off; of the third there is none.
FILTERED, CUT_OFF = 2, 4


def write(name, rows):
    with open(os.path.join(FOLDER, name), "w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def chat(i, text, samples=1):
    """A response of OpenAI's chat completions, which vLLM and LiteLLM imitate."""
    choices = []
    for index in range(samples):
        message = {"role": "assistant", "content": text, "refusal": None, "annotations": []}
        reason = "stop"
        if i == FILTERED and samples == 1:
            message["content"], reason = None, "content_filter"
        if i == CUT_OFF:
            reason = "length"
        if index % 2:
            message["content"] = text.replace("the", "a")
        choices.append({"index": index, "message": message, "logprobs": None, "finish_reason": reason})
    usage = {"prompt_tokens": 25, "completion_tokens": 9, "total_tokens": 34}
    return {"id": f"chatcmpl-{i:04}", "object": "chat.completion", "created": 1760000000 + i, "model": "model-1",
            "choices": choices, "usage": usage, "system_fingerprint": None}


def batch(i, text):
    """A line of a file of outputs of OpenAI's batches, which vLLM writes too."""
    row = {"id": f"batch_req_{i}", "custom_id": f"seg-{i + 1}",
           "response": {"status_code": 200, "request_id": f"req-{i}", "body": chat(i, text)}, "error": None}
    if i == FILTERED:
        error = {"message": "Rate limit reached", "type": "tokens", "param": None, "code": "rate_limit_exceeded"}
        row["response"] = {"status_code": 429, "request_id": f"req-{i}", "body": {"error": error}}
    return row


def message(i, text):
    """A response of Anthropic's messages."""
    content = [{"type": "thinking", "thinking": "A short sentence.", "signature": "c2ln"}] if i == 0 else []
    half = len(text) // 2
    parts = [text[:half], text[half:]] if i == 1 else [text]
    content += [{"type": "text", "text": part} for part in parts]
    reason = "max_tokens" if i == CUT_OFF else "end_turn"
    if i == FILTERED:
        content, reason = [], "refusal"
    return {"id": f"msg_{i:04}", "type": "message", "role": "assistant", "model": "model-2", "content": content,
            "stop_reason": reason, "stop_sequence": None, "usage": {"input_tokens": 30, "output_tokens": 11}}


def anthropic_batch(i, text):
    """A line of the results of Anthropic's message batches."""
    if i == FILTERED:
        error = {"type": "error", "error": {"type": "invalid_request_error", "message": "max_tokens: required"}}
        return {"custom_id": f"seg-{i + 1}", "result": {"type": "errored", "error": error}}
    return {"custom_id": f"seg-{i + 1}", "result": {"type": "succeeded", "message": message(i, text)}}


def lm_eval(i, source, reference, text):
    """A line of lm-evaluation-harness's --log_samples."""
    return {"doc_id": i, "doc": {"de": source, "en": reference}, "target": reference,
            "arguments": {"gen_args_0": {"arg_0": f"German: {source}\nEnglish:", "arg_1": {"until": ["\n"]}}},
            "resps": [[" " + text]], "filtered_resps": [text], "filter": "none", "metrics": ["bleu"],
            "doc_hash": f"{i:064x}", "bleu": [reference, text]}


def helm(i, source, reference, text):
    """A request state of HELM's scenario_state.json."""
    return {"instance": {"input": {"text": source}, "references": [{"output": {"text": reference}, "tags": ["correct"]}],
                         "split": "test", "id": f"id{i}"},
            "request": {"model": "model-3", "prompt": source, "max_tokens": 100},
            "result": {"success": True, "cached": False,
                       "completions": [{"text": text, "logprob": 0, "tokens": [],
                                        "finish_reason": {"reason": "length" if i == CUT_OFF else "stop"}}]}}


def litellm(i, text):
    """A record of LiteLLM's standard logging payload."""
    row = {"id": f"call-{i}", "call_type": "acompletion", "status": "success", "model": "model-1",
           "response": chat(i, text), "error_str": None}
    if i == FILTERED:
        row.update(status="failure", response=None, error_str="Timeout", error_code="408")
    return row


def main():
    os.makedirs(FOLDER, exist_ok=True)
    texts = [text for _, _, text in SEGMENTS]
    with open(os.path.join(FOLDER, "ref.txt"), "w", encoding="utf-8", newline="\n") as file:
        file.writelines(reference + "\n" for _, reference, _ in SEGMENTS)
    numbered = list(enumerate(SEGMENTS))
    write("prompts.jsonl", ({"custom_id": f"seg-{i + 1}", "source": source, "reference": reference}
                            for i, (source, reference, _) in numbered))
    write("openai.jsonl", (chat(i, text) for i, text in enumerate(texts)))
    write("openai-samples.jsonl", (chat(i, text, samples=3) for i, text in enumerate(texts)))
    # In the order in which they were done.
    write("openai-batch.jsonl", reversed([batch(i, text) for i, text in enumerate(texts)]))
    write("anthropic.jsonl", (message(i, text) for i, text in enumerate(texts)))
    write("anthropic-batch.jsonl", reversed([anthropic_batch(i, text) for i, text in enumerate(texts)]))
    write("vllm-batch.jsonl", (batch(i, text) for i, text in enumerate(texts)))
    write("lm-eval.jsonl", (lm_eval(i, *segment) for i, segment in numbered))
    write("litellm.jsonl", (litellm(i, text) for i, text in enumerate(texts)))
    write("plain.jsonl", ({"id": i + 1, "text": text} for i, text in enumerate(texts)))
    for name, states in [("helm.json", [helm(i, *segment) for i, segment in numbered])]:
        with open(os.path.join(FOLDER, name), "w", encoding="utf-8", newline="\n") as file:
            json.dump({"adapter_spec": {"method": "generation"}, "request_states": states}, file, ensure_ascii=False, indent=2)
            file.write("\n")


if __name__ == "__main__":
    main()
