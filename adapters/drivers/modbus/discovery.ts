// Finds Modbus TCP devices: the first coil is read, and not written.
import { once } from 'node:events';
import { connect } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import type { Discovery } from '../../../application/connections/discovery.js';
import { ModbusExchange } from './exchange.js';
import { defaultPort, defaultUnit } from './settings.js';

/** A device without coils answers with an exception, which identifies it as well. */
const found = E.right({ description: 'a Modbus TCP device' });

export const discovery: Discovery = {
  port: defaultPort,
  probe: async ({ host, port }, { clock, signal }) => {
    const socket = connect({ host, port, signal });
    socket.on('error', () => undefined);
    try {
      const exchange = new ModbusExchange(socket, defaultUnit, clock);
      await once(socket, 'connect', { signal });
      const answer = await exchange.read({ table: 'coil', start: 0, count: 1 });
      return E.isRight(answer) || answer.left.refused ? found : E.left(`is no Modbus device: ${answer.left.reason}`);
    } finally {
      socket.destroy();
    }
  },
};
