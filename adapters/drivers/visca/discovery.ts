// Finds cameras that speak VISCA: they are asked for their version, with the header of VISCA over IP, without it, and over TCP.
import { createSocket, type Socket } from 'node:dgram';
import * as E from 'fp-ts/lib/Either.js';
import type { Discovery, ProbedAddress, ProbeDeps, ProbeResult } from '../../../application/connections/discovery.js';
import { probeTcp, quotedAnswer } from '../shared/tcp-probe.js';
import { transports, type ViscaTransport } from './link.js';
import { decodeReplies, isSequenceError, terminator, versionInquiry } from './messages.js';
import { decodePackets, encodePacket, packetTypes } from './packet.js';

/** The pause until the inquiry is sent again, because a datagram may be lost. Milliseconds. */
const repeatMs = 700;

const packet = encodePacket({ type: packetTypes.inquiry, sequence: 1, payload: versionInquiry });

/** The longest message of a camera, in bytes. */
const maxLength = 64;

/** A camera that another sequence number was due for reports that. It is a camera all the same, so nothing is reset. */
const isAnswer = (datagram: Buffer): boolean =>
  decodePackets(datagram).some(({ type, payload }) =>
    type === packetTypes.controlReply
      ? isSequenceError(payload)
      : type === packetTypes.reply && decodeReplies(payload).length > 0,
  );

/** Returns what is found at an address without the header of VISCA over IP. */
const foundRaw = (transport: ViscaTransport, port: number): ProbeResult =>
  E.right({
    description: 'a camera that speaks VISCA',
    // A port that isn't usual for the transport has to be stated.
    settings: { transport, ...(port === transports.udp ? { port } : {}) },
  });

const resultOf = (datagram: Buffer, port: number): ProbeResult => {
  if (isAnswer(datagram)) return E.right({ description: 'a camera that speaks VISCA over IP' });
  return decodeReplies(datagram).length > 0
    ? foundRaw('udp-raw', port)
    : E.left('is no camera: it does not answer in VISCA over IP');
};

const askOn = (socket: Socket, port: number, { clock, signal }: ProbeDeps): Promise<ProbeResult> =>
  new Promise((resolve) => {
    let cancel: () => void = () => undefined;
    const end = (result: ProbeResult): void => {
      cancel();
      resolve(result);
    };
    const ask = (inquiry: Uint8Array, next: Uint8Array): void => {
      socket.send(inquiry);
      cancel = clock.after(repeatMs, () => {
        ask(next, inquiry);
      });
    };
    socket.on('message', (datagram) => {
      end(resultOf(datagram, port));
    });
    socket.on('error', ({ message }) => {
      end(E.left(`can not be asked: ${message}`));
    });
    signal.addEventListener('abort', () => {
      end(E.left('does not answer'));
    });
    socket.once('connect', () => {
      ask(packet, versionInquiry);
    });
  });

const probeDatagrams = ({ host, port }: ProbedAddress, deps: ProbeDeps): Promise<ProbeResult> => {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  const result = askOn(socket, port, deps);
  socket.connect(port, host);
  return result.finally(() => {
    socket.close();
  });
};

const probeStream = (address: ProbedAddress, deps: ProbeDeps): Promise<ProbeResult> =>
  probeTcp(
    address,
    deps,
    (received) => {
      const [first] = decodeReplies(received);
      if (first !== undefined) return foundRaw('tcp', address.port);
      const isPossible = received.length <= maxLength && !received.includes(terminator);
      return isPossible ? undefined : E.left(`is no camera: it sent ${quotedAnswer(received)}`);
    },
    versionInquiry,
  );

export const discovery: Discovery = {
  port: transports.udp,
  probe: async (address, { clock, signal }) => {
    const ending = new AbortController();
    const deps = { clock, signal: AbortSignal.any([signal, ending.signal]) };
    const asked = [probeDatagrams(address, deps), probeStream(address, deps)] as const;
    const first = await Promise.race(asked);
    if (E.isRight(first)) {
      ending.abort();
      await Promise.all(asked);
      return first;
    }
    const [datagrams, stream] = await Promise.all(asked);
    return E.isRight(stream) ? stream : datagrams;
  },
};
