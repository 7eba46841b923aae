// AMCP replies of a CasparCG server. Samples are recordings of a real server.
import { strict as assert } from 'node:assert';
import { maxReplyLength, ReplyReader, type AmcpReply } from '../../../adapters/drivers/casparcg/reply-reader.js';
import { mutated, type Corpus } from '../mutations.js';
import { randomSource } from '../random-source.js';
import { replies } from './casparcg-samples.js';
import { asBytes, bytesOf, stateless, type FuzzTarget } from './target.js';

const amcpCorpus: Corpus = {
  samples: replies,
  fragments: [
    ...['é', '天気', '🎬', 'média/🎬.mov'].map(asBytes),
    '\r\n',
    '\n',
    '\r',
    'RES 1 ',
    'RES  ',
    '200 ',
    '201 INFO OK\r\n',
    '202 PLAY OK\r\n',
    '400 ERROR\r\n',
    '404 PLAY FAILED\r\n',
    '501 X FAILED\r\n',
    '999 \r\n',
    '20',
    '100 INFO\r\n',
    'RES abc 201 INFO OK\r\n<x/>\r\n',
    '\r\n\r\n',
    '<?xml version="1.0"?>',
  ],
};

/** Cuts bytes at places that depend on them only. */
const pieces = (bytes: Buffer): readonly Buffer[] => {
  const { below } = randomSource(bytes.length);
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + below(below(2) === 0 ? 4 : bytes.length);
    found.push(bytes.subarray(at, end));
    at = end;
  }
  return found;
};

const read = (chunks: readonly Buffer[]): readonly AmcpReply[] => {
  const found: AmcpReply[] = [];
  const reader = new ReplyReader((reply) => found.push(reply));
  for (const chunk of chunks) reader.read(chunk);
  return found;
};

/** Replies are the same however their bytes arrive, and each is well-formed. */
const checkReplies = (input: Buffer): void => {
  assert.ok(input.length <= maxReplyLength);
  const found = read([input]);
  assert.deepEqual(read(pieces(input)), found);
  for (const { id, code, status, data } of found) {
    assert.ok(Number.isInteger(code) && code >= 0 && code <= 999);
    assert.ok(id === undefined || /^\S+$/.test(id));
    assert.ok(!status.includes('\r\n'));
    // A CR before the CRLF of a line belongs to that line.
    assert.ok(!data.includes('\r\n') || input.includes('\r\r\n'));
  }
};

/** Replies of a server, as a connection receives them. */
export const amcp: FuzzTarget = {
  generate: (random) => {
    const text = random.several(3, () => random.oneOf(replies)).join('');
    return bytesOf(mutated(text, random, amcpCorpus));
  },
  open: () => stateless(checkReplies),
};
