// A console of this process on loopback, new for every scenario, and the way from the service to it.
import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import { createConsoleServer } from '../../adapters/http/console/server.js';
import { consolePage } from '../../adapters/http/pages/console-page.js';
import { SystemClock } from '../../adapters/node/clock.js';
import { hashSecret, SystemConsoleSecrets } from '../../adapters/node/console-secrets.js';
import { scryptPasswords } from '../../adapters/node/passwords.js';
import { hashToken } from '../../adapters/node/secrets.js';
import { openConsoleStore } from '../../adapters/storage/sqlite/console-store.js';
import { announcements } from '../../application/console/announcements.js';
import { setPassword } from '../../application/console/operators.js';
import type { ConsolePorts } from '../../application/console/ports.js';
import { ensureStudio } from '../../application/console/studios.js';
import { builtPage } from '../../infra/console.js';
import { channelOf } from './channel.js';
import type { Answer, Channel, ConsoleCall, Stream } from './driver.js';
import { consoleCallTo } from './console-call.js';
import { followHttp, sendHttp } from './http.js';
import { silent } from './silent-log.js';
import { openRelay } from './relay.js';
import { operator } from './visitors.js';

/** A console with one studio and one operator. */
export interface Cloud {
  /** Where the service finds the console, and the key that it shows there. */
  readonly url: string;
  readonly studioKey: string;
  readonly askConsole: (call: ConsoleCall) => Promise<Answer>;
  readonly followConsole: (call: ConsoleCall) => Stream;
  readonly channel: Channel;
  readonly close: () => Promise<void>;
}

/** Hashes that are made in no time; there is nothing to guard here. */
const passwords = scryptPasswords({ cost: 2, blockSize: 1, parallelization: 1 });

const consolePorts = (): ConsolePorts => ({
  ...{ store: openConsoleStore(':memory:'), announcements: announcements(), clock: new SystemClock() },
  ...{ secrets: new SystemConsoleSecrets(), passwords, hashToken, hashSecret, log: silent },
});

let read: ReturnType<typeof consolePage> | undefined;

/** The page as it was built, read once. */
const pages = () => (read ??= consolePage(builtPage));

/** Opens a console that knows a studio. */
export const openCloud = async (studio: { readonly id: string; readonly name: string }): Promise<Cloud> => {
  const ports = consolePorts();
  await setPassword(ports, operator.username, operator.password);
  const entered = await ensureStudio(ports, studio);
  assert.ok(E.isRight(entered), 'the studio was entered');
  const server = createConsoleServer({ ports, pages: await pages() });
  const { port } = await server.listen(0, '127.0.0.1');
  const onWire = consoleCallTo({ host: '127.0.0.1', port });
  const relay = await openRelay(`http://127.0.0.1:${String(port)}`);
  return {
    url: relay.url,
    studioKey: entered.right.key,
    askConsole: (call) => sendHttp(onWire(call)),
    followConsole: (call) => followHttp(onWire(call)),
    channel: channelOf(relay),
    close: async () => {
      await relay.close();
      await server.close(0);
      await ports.store.close();
    },
  };
};
