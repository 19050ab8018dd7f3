// Runs the program once: a small WASI (preview 1) whose files are in memory. Inputs stay on disk until they are read.
"use strict";

const OK = 0, BADF = 8, EXIST = 20, INVAL = 28, NOENT = 44, NOSYS = 52, SPIPE = 70;
const DIRECTORY = 3, REGULAR = 4, CHARACTERS = 2;
class Exit extends Error {}

// A file that is read: a Blob. One that is written: a growing array of bytes.
class Written {
  constructor() { this.bytes = new Uint8Array(1 << 16); this.size = 0; }
  write(at, data) {
    const end = at + data.length;
    if (end > this.bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.bytes.length));
      larger.set(this.bytes.subarray(0, this.size));
      this.bytes = larger;
    }
    this.bytes.set(data, at);
    this.size = Math.max(this.size, end);
  }
  read(at, length) { return this.bytes.subarray(Math.min(at, this.size), Math.min(at + length, this.size)); }
}

class Input {
  constructor(blob) { this.blob = blob; this.size = blob.size; this.start = 0; this.window = new Uint8Array(0); }
  read(at, length) {
    if (at < this.start || at >= this.start + this.window.length) {
      this.start = at;
      this.window = new Uint8Array(new FileReaderSync().readAsArrayBuffer(this.blob.slice(at, at + Math.max(length, 1 << 20))));
    }
    return this.window.subarray(at - this.start, at - this.start + length);
  }
}

function run(module, args, inputs, say) {
  const files = new Map(Object.entries(inputs).map(([name, blob]) => [name, new Input(blob)]));
  const open = new Map([[0, { kind: REGULAR, file: new Written(), at: 0 }], [1, { kind: 0, to: "out" }],
    [2, { kind: CHARACTERS, to: "err" }], [3, { kind: DIRECTORY }]]);
  const environment = ["NO_COLOR=1", "TERM=dumb"];
  let memory, next = 4;
  const view = () => new DataView(memory.buffer);
  const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);
  const text = (at, length) => new TextDecoder().decode(bytes(at, length).slice()).replace(/^(\.?\/)+/, "");
  const strings = (list) => list.map((one) => new TextEncoder().encode(one + "\0"));
  const sizes = (list) => (count, total) => {
    view().setUint32(count, list.length, true);
    view().setUint32(total, strings(list).reduce((sum, one) => sum + one.length, 0), true);
    return OK;
  };
  const get = (list) => (pointers, buffer) => {
    for (const one of strings(list)) {
      view().setUint32(pointers, buffer, true);
      bytes(buffer, one.length).set(one);
      pointers += 4; buffer += one.length;
    }
    return OK;
  };
  // Calls `each` with the place of each buffer of a vector, until it returns fewer bytes than there is room for.
  const vector = (at, count, result, each) => {
    let total = 0;
    for (let i = 0; i < count; i++) {
      const [start, length] = [view().getUint32(at + 8 * i, true), view().getUint32(at + 8 * i + 4, true)];
      const done = each(start, length);
      total += done;
      if (done < length) break;
    }
    view().setUint32(result, total, true);
    return OK;
  };
  const stat = (at, kind, size) => {
    bytes(at, 64).fill(0);
    view().setUint8(at + 16, kind);
    view().setBigUint64(at + 32, BigInt(size), true);
    return OK;
  };
  const wasi = {
    args_sizes_get: sizes(args), args_get: get(args),
    environ_sizes_get: sizes(environment), environ_get: get(environment),
    clock_time_get(clock, _, at) {
      const now = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(now * 1e6)), true);
      return OK;
    },
    random_get(at, length) {
      for (let i = 0; i < length; i += 65536) crypto.getRandomValues(bytes(at + i, Math.min(65536, length - i)));
      return OK;
    },
    proc_exit(code) { throw Object.assign(new Exit(), { code }); },
    sched_yield: () => OK, fd_sync: () => OK,
    fd_close(fd) { return open.delete(fd) ? OK : BADF; },
    fd_fdstat_get(fd, at) {
      if (!open.has(fd)) return BADF;
      bytes(at, 24).fill(0);
      const { kind } = open.get(fd);
      view().setUint8(at, kind);
      // A terminal can neither seek nor tell (rights 2 and 5).
      const rights = kind === CHARACTERS ? ~(1n << 2n | 1n << 5n) : ~0n;
      view().setBigUint64(at + 8, BigInt.asUintN(64, rights), true);
      view().setBigUint64(at + 16, BigInt.asUintN(64, ~0n), true);
      return OK;
    },
    fd_filestat_get(number, at) {
      const fd = open.get(number);
      return fd ? stat(at, fd.kind, fd.file ? fd.file.size : 0) : BADF;
    },
    fd_prestat_get(fd, at) {
      if (fd !== 3) return BADF;
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, 1, true);
      return OK;
    },
    fd_prestat_dir_name(_, at) { bytes(at, 1)[0] = 47; return OK; },
    fd_read(number, list, count, result) {
      const fd = open.get(number);
      if (!fd || !fd.file) return BADF;
      return vector(list, count, result, (start, length) => {
        const data = fd.file.read(fd.at, length);
        bytes(start, data.length).set(data);
        fd.at += data.length;
        return data.length;
      });
    },
    fd_write(number, list, count, result) {
      const fd = open.get(number);
      if (!fd || fd.kind === DIRECTORY || fd.file instanceof Input) return BADF;
      return vector(list, count, result, (start, length) => {
        if (fd.to) say(fd.to, bytes(start, length).slice());
        else { fd.file.write(fd.at, bytes(start, length)); fd.at += length; }
        return length;
      });
    },
    fd_seek(number, offset, whence, result) {
      const fd = open.get(number);
      if (!fd) return BADF;
      if (!fd.file) return SPIPE;
      const at = Number(offset) + [0, fd.at, fd.file.size][whence];
      if (at < 0) return INVAL;
      fd.at = at;
      view().setBigUint64(result, BigInt(at), true);
      return OK;
    },
    path_open(_, _flags, at, length, create, _rights, _inherited, _fdflags, result) {
      const name = text(at, length);
      const [creates, excludes, truncates] = [create & 1, create & 4, create & 8];
      if (name === "" || name === ".") { open.set(next, { kind: DIRECTORY }); }
      else {
        if (files.has(name) && creates && excludes) return EXIST;
        if (!files.has(name) && !creates) return NOENT;
        if (!files.has(name) || truncates) files.set(name, new Written());
        open.set(next, { kind: REGULAR, file: files.get(name), at: 0 });
      }
      view().setUint32(result, next++, true);
      return OK;
    },
    path_filestat_get(_, _flags, at, length, result) {
      const name = text(at, length);
      if (name === "" || name === ".") return stat(result, DIRECTORY, 0);
      return files.has(name) ? stat(result, REGULAR, files.get(name).size) : NOENT;
    },
    path_rename(_, at, length, _to, other, size) {
      const name = text(at, length);
      if (!files.has(name)) return NOENT;
      files.set(text(other, size), files.get(name));
      files.delete(name);
      return OK;
    },
    path_link(_, _flags, at, length, _to, other, size) {
      const [name, copy] = [text(at, length), text(other, size)];
      if (files.has(copy)) return EXIST;
      if (!files.has(name)) return NOENT;
      files.set(copy, files.get(name));
      return OK;
    },
    // There are no links.
    path_readlink(_, at, length) { return files.has(text(at, length)) ? INVAL : NOENT; },
    path_unlink_file(_, at, length) { return files.delete(text(at, length)) ? OK : NOENT; },
  };
  const imports = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, wasi[name] || (() => NOSYS)]));
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
  memory = instance.exports.memory;
  let code = 0;
  try { instance.exports._start(); } catch (error) {
    if (!(error instanceof Exit)) throw error;
    code = error.code;
  }
  const written = [...files].filter(([, file]) => file instanceof Written);
  return { code, files: Object.fromEntries(written.map(([name, file]) => [name, file.read(0, file.size).slice()])) };
}

self.onmessage = ({ data: { module, args, inputs } }) => {
  try {
    const say = (to, data) => self.postMessage({ to, data });
    self.postMessage({ done: run(module, args, inputs, say) });
  } catch (error) {
    const why = error instanceof RangeError || /memory|unreachable/i.test(String(error)) ? "the browser's memory is not enough for this input" : String(error);
    self.postMessage({ failed: why });
  }
};
