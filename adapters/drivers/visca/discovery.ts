// Finds cameras that speak VISCA over IP: they are asked for their version.
import { createSocket, type Socket } from 'node:dgram';
import * as E from 'fp-ts/lib/Either.js';
import type { Discovery, ProbeDeps, ProbeResult } from '../../../application/connections/discovery.js';
import { decodeReplies, isSequenceError, versionInquiry } from './messages.js';
import { decodePackets, encodePacket, packetTypes } from './packet.js';

/** The default UDP port of VISCA over IP. */
export const defaultPort = 52_381;

/** The pause until the inquiry is sent again, because a datagram may be lost. Milliseconds. */
const repeatMs = 700;

const sequence = 1;
const inquiry = encodePacket({ type: packetTypes.inquiry, sequence, payload: versionInquiry });

/** A camera that another sequence number was due for reports that. It is a camera all the same, so nothing is reset. */
const isAnswer = (datagram: Buffer): boolean =>
  decodePackets(datagram).some(({ type, sequence: answered, payload }) =>
    type === packetTypes.controlReply
      ? isSequenceError(payload)
      : type === packetTypes.reply && answered === sequence && decodeReplies(payload).length > 0,
  );

const askOn = (socket: Socket, { clock, signal }: ProbeDeps): Promise<ProbeResult> =>
  new Promise((resolve) => {
    let cancel: () => void = () => undefined;
    const end = (result: ProbeResult): void => {
      cancel();
      resolve(result);
    };
    const ask = (): void => {
      socket.send(inquiry);
      cancel = clock.after(repeatMs, ask);
    };
    socket.on('message', (datagram) => {
      end(
        isAnswer(datagram)
          ? E.right({ description: 'a camera that speaks VISCA over IP' })
          : E.left('is no camera: it does not answer in VISCA over IP'),
      );
    });
    socket.on('error', ({ message }) => {
      end(E.left(`can not be asked: ${message}`));
    });
    signal.addEventListener('abort', () => {
      end(E.left('does not answer'));
    });
    socket.once('connect', ask);
  });

export const discovery: Discovery = {
  port: defaultPort,
  probe: async ({ host, port }, deps) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    const result = askOn(socket, deps);
    socket.connect(port, host);
    return result.finally(() => {
      socket.close();
    });
  },
};
