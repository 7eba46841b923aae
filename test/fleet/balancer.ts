// A TCP balancer: each connection goes to one of its targets in turn. Connections of a target that is taken away stay open.
import { connect, createServer, type Socket } from 'node:net';
import { serve } from '../../features/support/remote.js';

let targets: readonly number[] = [];
let turn = 0;

/** Joins two sockets; the end of either ends the other. */
const join = (client: Socket, target: Socket): void => {
  for (const [from, to] of [
    [client, target],
    [target, client],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => {
      to.destroySoon();
    });
    from.pipe(to);
  }
};

const server = createServer((client) => {
  turn += 1;
  const port = targets[turn % targets.length];
  if (port === undefined) client.destroy();
  else join(client, connect({ port, host: '127.0.0.1', noDelay: true }));
});

const balancer = {
  listen: (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host: '0.0.0.0', backlog: 4_096 }, resolve);
    }),
  /** Sets the ports of this machine to which further connections go. */
  setTargets: (ports: readonly number[]): void => {
    targets = ports;
  },
};
export type Balancer = typeof balancer;

serve(balancer);
