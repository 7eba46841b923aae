// A console on files, which can be restarted, backed up and restored. It is reached over links in memory.
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { composeConsoleServer } from '../../../infra/console/console-server.js';
import type { HttpServer } from '../../../adapters/http/server/server.js';
import { openSqliteStore } from '../../../adapters/storage/sqlite/console-store.js';
import { setPassword } from '../../../application/console/sign-in/operators.js';
import type { ConsoleStore } from '../../../application/ports/console-store.js';
import { canonicalConfiguration } from '../../../domain/access/canonical-configuration.js';
import { backUpConsole, restoreConsole } from '../../../infra/console/console-backup.js';
import { basic } from '../../support/http-basic.js';
import { exchange } from '../../simulation/machine/http-client.js';
import { Link } from '../../simulation/machine/network.js';
import {
  consoleServices,
  operator,
  servicesWhile,
  type ConsoleMachine,
} from '../../simulation/parts/console-process.js';
import { embeddedDatabase } from '../../../infra/console/console-store.js';
import { makeFolders } from '../../../adapters/storage/make-folders.js';
import { commandLine, settingsWith } from '../../adapters/storage/console-backup.contract.js';

/** The id of the studio. */
export const studioId = 'studio-1';

/** Delay of data on each link, in milliseconds. */
export const latencyMs = 5;

/** A console, its files, and its operator. */
export class ModelConsole {
  readonly #office: Link;
  readonly #links: Link[] = [];
  #store!: ConsoleStore;
  #server: HttpServer | undefined;
  #end: () => void = () => undefined;

  constructor(
    private readonly machine: ConsoleMachine,
    private readonly folder: string,
    private readonly passUntil: <A>(result: Promise<A>) => Promise<A>,
  ) {
    this.#office = this.linkTo();
  }

  /** Returns a new way to the console. */
  linkTo(): Link {
    const link = new Link({ clock: this.machine.clock, latencyMs: () => latencyMs, server: () => this.#server?.node });
    this.#links.push(link);
    return link;
  }

  /** Starts the console on its files. */
  async start(): Promise<void> {
    await makeFolders(join(this.folder, 'console'), 0o700);
    this.#store = openSqliteStore(embeddedDatabase(join(this.folder, 'console')));
    const ports = consoleServices(this.machine, this.#store);
    let alive = true;
    this.#end = () => (alive = false);
    await setPassword(ports, operator.username, operator.password);
    this.#server = composeConsoleServer({ ports: servicesWhile(ports, () => alive) });
  }

  /** Ends the process. What is on its way is lost. */
  async stop(): Promise<void> {
    this.#end();
    const closed = this.#server?.close(0);
    this.#server = undefined;
    for (const link of this.#links) link.breakConnections();
    await this.passUntil(Promise.resolve(closed));
    await this.#store.close();
  }

  async backUp(): Promise<void> {
    await this.#run(backUpConsole);
  }

  /** Restores the last backup, for which the console stops. */
  async restore(): Promise<void> {
    await this.stop();
    await this.#run(restoreConsole);
    await this.start();
  }

  /** Makes a call of the operator, which succeeds. Returns the body of its response. */
  async operate(method: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>> {
    const answered = exchange(this.#office.connect('192.168.1.30'), {
      ...{ method, path: `/api/studios${path}` },
      headers: {
        host: 'localhost:3010',
        'content-type': 'application/json',
        authorization: basic(operator.username, operator.password),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const { status, body: text } = await this.passUntil(answered);
    assert.ok(status < 300, `${method} ${path}: ${String(status)} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>);
  }

  /** Returns what the console shows, as canonical JSON. */
  async shown(): Promise<string | undefined> {
    const entry = await this.#store.studio(studioId);
    return entry && canonicalConfiguration(entry.configuration);
  }

  async #run(command: typeof backUpConsole): Promise<void> {
    const line = commandLine(settingsWith(this.folder), { replace: true });
    const { exitCode, lines } = await command(join(this.folder, 'model.backup'), line);
    assert.equal(exitCode, 0, lines.join('\n'));
  }
}
