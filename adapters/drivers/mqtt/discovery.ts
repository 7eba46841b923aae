// Finds MQTT brokers: a client connects, publishes and subscribes nothing, and leaves.
import { randomUUID } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import type { MqttClient } from 'mqtt';
import type { Discovery, ProbedAddress, ProbeDeps } from '../../../application/connections/discovery.js';
import { fieldOf } from '../../../domain/codec/unchecked.js';
import { ReceiveBudget } from '../../../application/connections/receive-budget.js';
import { brokerSocket } from './broker-socket.js';

/** Reason codes of a broker that knows neither the protocol's version: those of MQTT 3.1.1 and of MQTT 5. */
const unknownVersion: readonly unknown[] = [1, 0x84];

/** The broker's reason code, 0 if it admits the client; or why it isn't a broker. */
type Admission = E.Either<string, number>;

const admissionBy = (client: MqttClient): Promise<Admission> =>
  new Promise((resolve) => {
    let reason = 'it closed the connection';
    client.on('connect', () => {
      resolve(E.right(0));
    });
    client.on('error', (error) => {
      const code = fieldOf(error, 'code');
      resolve(typeof code === 'number' ? E.right(code) : E.left(error.message));
    });
    client.on('close', () => {
      resolve(E.left(reason));
    });
    client.stream.on('error', ({ message }: Error) => (reason = message));
  });

/** Connects once. The random id takes the place of no other client's. */
const admission = async (
  { host, port }: ProbedAddress,
  { clock, signal }: ProbeDeps,
  protocolVersion: 4 | 5,
): Promise<Admission> => {
  const { MqttClient: Client } = await import('mqtt');
  const clientId = `discover-${randomUUID().slice(0, 13)}`;
  const options = {
    clientId,
    protocolVersion,
    clean: true,
    reconnectPeriod: 0,
    writeCache: false,
    connectTimeout: 2 ** 31 - 1,
  };
  const client = new Client(() => brokerSocket({ host, port, tls: undefined }, new ReceiveBudget({ clock })), options);
  const leave = (): void => {
    client.end(true);
    client.stream.destroy();
  };
  signal.addEventListener('abort', leave);
  return admissionBy(client).finally(leave);
};

/** The reason codes of a refusal: the highest of MQTT 3.1.1, and those of MQTT 5 that refuse a connection. */
const isRefusal = (code: number): boolean => code <= 5 || (code >= 0x80 && code <= 0x9f);

const credentials = 'it refuses clients without a name: add username and passwordFile';

export const discovery: Discovery = {
  port: 1_883,
  services: ['_mqtt._tcp'],
  probe: async (address, deps) => {
    const first = await admission(address, deps, 5);
    const isOld = E.isLeft(first) || unknownVersion.includes(first.right);
    const admitted = isOld && !deps.signal.aborted ? await admission(address, deps, 4) : first;
    if (E.isLeft(admitted)) return E.left(`is no MQTT broker: ${admitted.left}`);
    if (!isRefusal(admitted.right)) return E.left(`is no MQTT broker: it answers with ${String(admitted.right)}`);
    return E.right({
      description: 'an MQTT broker',
      ...(isOld ? { settings: { protocolVersion: 'v3.1.1' } } : {}),
      ...(admitted.right === 0 ? {} : { notes: [credentials] }),
    });
  },
};
