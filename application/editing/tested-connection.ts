// Tests a connection of a changed studio file: it is opened beside those of the file in force for a moment, and sends no command.
import * as E from 'fp-ts/lib/Either.js';
import { fieldOf } from '../../domain/codec/unchecked.js';
import type { ConnectionDefinition } from '../../domain/studio/connection.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { attachmentsTo, type RawAttachments } from '../connections/attachments.js';
import type { Connection, ConnectionDeps, ConnectionDriver, DriverTable } from '../connections/connection-driver.js';
import type { ConnectionStates } from '../connections/connection-states.js';
import type { Clock } from '../ports/clock.js';
import type { TestedConnection } from './answers.js';
import { SeenLines } from './seen-lines.js';

/** What tests connections. */
export interface ConnectionTestDeps {
  readonly table: DriverTable;
  /** The layout in force. */
  readonly layout: () => StudioLayout;
  /** The state of its connections; undefined where none are open. */
  readonly states: Pick<ConnectionStates, 'of'> | undefined;
  readonly clock: Clock;
  /** Reads a secret from a file. Rejects with an error that names the file. */
  readonly readSecret: ConnectionDeps['readSecret'];
}

/** A connection to test. */
export interface ConnectionTest {
  readonly layout: StudioLayout;
  readonly definition: ConnectionDefinition;
  /** The secrets that are set with the change, by the paths at which they would stand. */
  readonly secrets: ReadonlyMap<string, string>;
  /** The change as its editor has entered it. */
  readonly entered: string;
  /** Ends the test. */
  readonly signal: AbortSignal;
}

/** The longest test, in milliseconds. */
const testMs = 8_000;

/** How long what equipment says after it has connected is waited for, in milliseconds. */
const settleMs = 500;

/** The time after which equipment without records is asked what it is, because its driver connects for records only. */
const silentMs = 1_000;

interface Address {
  readonly host: unknown;
  readonly port: unknown;
}

const addressOf = ({ discovery }: ConnectionDriver, settings: unknown): Address => ({
  host: fieldOf(settings, 'host'),
  port: fieldOf(settings, 'port') ?? discovery?.port,
});

const settingsOf = ({ id: _, protocol: _protocol, ...settings }: ConnectionDefinition): object => settings;

/** Returns the open connection to the same address; undefined if there is none. */
const openAt = ({ table, layout, states }: ConnectionTestDeps, { host, port }: Address) =>
  states === undefined
    ? undefined
    : layout().connections?.find((one) => {
        const driver = table[one.protocol];
        const open = driver && addressOf(driver, settingsOf(one));
        return open !== undefined && open.host === host && open.port === port;
      });

const isWithoutRecords = ({ lines, heads, players }: RawAttachments): boolean =>
  lines.size + heads.size + players.size === 0;

/** Whether one of the records is connected. */
const anyConnected = (
  { lines, cameras, players }: Connection<unknown, unknown, unknown>,
  attached: RawAttachments,
): boolean =>
  [...attached.lines.keys()].some((id) => lines?.connected(id) === true) ||
  [...attached.heads.keys()].some((id) => cameras?.connected(id) === true) ||
  [...attached.players.keys()].some((id) => players?.state(id).connected === true);

/** A connection that is open for a test. */
class Trial {
  readonly #seen: SeenLines;
  readonly #attached: RawAttachments;
  readonly #settings: object;
  readonly #ended = Promise.withResolvers<undefined>();
  readonly #probing = new AbortController();
  readonly #timers: (() => void)[] = [];
  #connection: Connection<unknown, unknown, unknown> | undefined;
  #isConnected: boolean | undefined;

  constructor(
    private readonly deps: ConnectionTestDeps,
    private readonly test: ConnectionTest,
    private readonly driver: ConnectionDriver,
  ) {
    this.#seen = new SeenLines(test.entered);
    this.#attached = attachmentsTo(test.layout, test.definition.id);
    this.#settings = settingsOf(test.definition);
    for (const value of Object.values(fieldOf(this.#settings, 'headers') ?? {})) this.#seen.hide(String(value));
  }

  /** Opens the connection, and closes it once it is connected, has failed, or has taken too long. */
  async run(): Promise<TestedConnection> {
    this.test.signal.addEventListener('abort', this.#end);
    this.#after(testMs, this.#end);
    this.#connection = this.#open();
    if (isWithoutRecords(this.#attached)) this.#after(silentMs, () => void this.#askWhatItIs().catch(this.#end));
    await this.#ended.promise;
    for (const cancel of this.#timers) cancel();
    this.#probing.abort();
    this.#connection.close();
    await this.#connection.whenClosed?.();
    if (this.#isConnected === undefined) this.#seen.add(`nothing has answered within ${String(testMs / 1_000)} s`);
    return { connected: this.#isConnected === true, seen: this.#seen.lines };
  }

  readonly #end = (): void => {
    this.#ended.resolve(undefined);
  };

  #after(delayMs: number, task: () => void): void {
    this.#timers.push(this.deps.clock.after(delayMs, task));
  }

  #open(): Connection<unknown, unknown, unknown> {
    const settings = this.driver.beside?.(this.#settings) ?? this.#settings;
    return this.driver.open(settings, this.#attached, {
      id: this.test.definition.id,
      clock: this.deps.clock,
      log: this.#seen.log,
      readSecret: async (path) => {
        const secret = this.test.secrets.get(path)?.trim() ?? (await this.deps.readSecret(path));
        this.#seen.hide(secret);
        return secret;
      },
      changed: () => {
        if (this.#connection !== undefined && anyConnected(this.#connection, this.#attached)) this.#note(true);
      },
      failed: (reason) => {
        this.#note(reason === null);
      },
    });
  }

  #note(isConnected: boolean): void {
    if (!isConnected) this.#end();
    else if (this.#isConnected !== true) this.#after(settleMs, this.#end);
    this.#isConnected = isConnected;
  }

  /** Some drivers connect for records only. */
  async #askWhatItIs(): Promise<void> {
    const { discovery } = this.driver;
    if (this.#isConnected !== undefined || discovery === undefined) return;
    const { host, port } = addressOf(this.driver, this.#settings);
    const address = { host: String(host), port: Number(port) };
    const found = await discovery.probe(address, { clock: this.deps.clock, signal: this.#probing.signal });
    this.#seen.add(E.isRight(found) ? found.right.description : `it ${found.left}`);
    this.#note(E.isRight(found));
  }
}

/**
 * Opens a connection beside those in force. Equipment that may accept only one connection, and has that one already, isn't
 * disturbed: then the answer is the state of that.
 */
export const testedConnection = async (deps: ConnectionTestDeps, test: ConnectionTest): Promise<TestedConnection> => {
  const { definition } = test;
  const driver = deps.table[definition.protocol];
  if (driver === undefined) throw new Error(`there is no driver for the protocol "${definition.protocol}"`);
  const running = openAt(deps, addressOf(driver, settingsOf(definition)));
  if (driver.beside !== undefined || running === undefined) return new Trial(deps, test, driver).run();
  const state = deps.states?.of(running.id);
  const line = `"${running.id}" is connected to this address, and the equipment may accept no second connection: this is its state`;
  const failed = state?.isConnected === false && state.failure !== null ? [state.failure.reason] : [];
  return { connected: state?.isConnected === true, seen: [line, ...failed], running: running.id };
};
