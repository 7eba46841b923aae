// Probes of equipment over TCP.
import { connect } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import type { FoundEquipment, ProbedAddress, ProbeDeps } from '../../../application/connections/discovery.js';
import { visible } from '../../../domain/codec/codec.js';

/** The most that a probe receives, in bytes. */
const maxBytes = 65_536;

/** Maximum length of a quoted answer, in characters. */
const maxQuotedLength = 40;

/** Quotes what was received instead of an answer. */
export const quotedAnswer = (received: Buffer | string): string =>
  JSON.stringify(visible(received.toString('latin1').slice(0, maxQuotedLength)));

/** Connects to an address, and sends `hello` if there is one. `read` receives all bytes so far until it returns a result. */
export const probeTcp = <Found = FoundEquipment>(
  { host, port }: ProbedAddress,
  { signal }: Pick<ProbeDeps, 'signal'>,
  read: (received: Buffer) => E.Either<string, Found> | undefined,
  hello?: Uint8Array,
): Promise<E.Either<string, Found>> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, signal });
    const end = (result: E.Either<string, Found>): void => {
      socket.destroy();
      resolve(result);
    };
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const result = read(received) ?? (received.length > maxBytes ? E.left('sends too much') : undefined);
      if (result !== undefined) end(result);
    });
    socket.once('connect', () => {
      if (hello !== undefined) socket.write(hello);
    });
    socket.on('error', ({ message }) => {
      end(E.left(`can not be asked: ${message}`));
    });
    socket.once('close', () => {
      end(E.left('closed the connection without an answer'));
    });
  });
