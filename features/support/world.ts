// What one scenario knows: its studio, the devices it added, the call under way and the answer to the last one.
import { setWorldConstructor, World } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallerPhrase, CallSpec } from './phrases.js';
import type {
  ScenarioAnswer,
  ScenarioCall,
  ConsoleCall,
  Driver,
  ScenarioStream,
  ConsoleUser,
  Waiting,
} from './driver.js';
import { contractFaults } from './contract.js';
import { fill } from './placeholders.js';
import { patienceMs, eventually } from './eventually.js';

/** How far the studio's clock runs between two looks at a call under way, milliseconds. */
const strideMs = 5;

/** Rows of a table of headers, credentials and a body. */
export type Shown = readonly (readonly string[])[];

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

export class StudioWorld extends World {
  driver!: Driver;
  /** Ids and tokens of the devices of this scenario, by name. */
  readonly devices = new Map<string, { readonly id: string; readonly token: string }>();
  /** Other things to fill in, by name. */
  readonly known = new Map<string, string>();
  /** The cookie of the operator's session. */
  session = '';
  /** False where a scenario wants the studio's clock to move only when it says so. */
  clockRuns = true;
  /** The path of the last call. */
  lastPath = '';
  #lastMethod = '';
  #answer: ScenarioAnswer | undefined;
  #waiting: Waiting | undefined;

  /** Fills in the placeholders of a feature file. */
  fill(text: string): string {
    const { studioId, hostname } = this.driver;
    const tokens = [...this.devices].map(([name, { token }]) => [name, token] as const);
    return fill(new Map([['studio', studioId], ['hostname', hostname], ...this.known, ...tokens]), text);
  }

  /** Makes a call, and lets the studio's clock run until it is answered. */
  async call(caller: CallerPhrase, deed: CallSpec, shown: Shown = []): Promise<void> {
    const waiting = await this.begin(caller, deed, shown);
    if (this.clockRuns) await eventually('an answer', () => this.#answeredAfterAStride(waiting));
    await this.answer();
  }

  /** Makes a call and leaves it waiting, once its command has left for a device or it has been answered. */
  async callAndWait(caller: CallerPhrase, deed: CallSpec): Promise<void> {
    const { length } = await this.driver.studio.commands();
    const waiting = await this.begin(caller, deed, []);
    const isSent = async () => (await this.driver.studio.commands()).length > length;
    await eventually('a command', async () => (await waiting.isAnswered()) || (await isSent()));
  }

  /** Begins to follow the events. */
  async follow(caller: CallerPhrase, shown: Shown = []): Promise<ScenarioStream> {
    const call = { from: caller.from, method: 'GET', path: '/api/v2/events' };
    return this.driver.follow(this.#showing(caller, call, shown));
  }

  async begin(caller: CallerPhrase, { method, path }: CallSpec, shown: Shown): Promise<Waiting> {
    this.#answer = undefined;
    this.#lastMethod = method;
    this.lastPath = this.fill(path);
    this.#waiting = await this.driver.begin(
      this.#showing(caller, { from: caller.from, method, path: this.lastPath }, shown),
    );
    return this.#waiting;
  }

  /** The answer to the last call, waited for where it isn't here yet. */
  async answer(): Promise<ScenarioAnswer> {
    if (this.#answer === undefined) {
      const answer = await Promise.race([this.waiting.answer(), this.#outOfPatience()]);
      assert.deepEqual(contractFaults(this.#lastMethod, this.lastPath, answer), []);
      this.#answer = answer;
    }
    return this.#answer;
  }

  get waiting(): Waiting {
    assert.ok(this.#waiting, 'nothing was called yet');
    return this.#waiting;
  }

  /** The last answer's body as JSON. */
  async json(): Promise<unknown> {
    return JSON.parse((await this.answer()).body) as unknown;
  }

  /** Asks the console; its answer is the last one from now on. */
  async ask(visitor: ConsoleUser, method: string, path: string, shown: Shown = []): Promise<ScenarioAnswer> {
    const { headers, body } = this.#request(shown);
    const sent = body === undefined ? {} : { body };
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const call: ConsoleCall = { visitor, method, path: this.fill(path), headers: { ...type, ...headers }, ...sent };
    this.#answer = await this.driver.askConsole(call);
    return this.#answer;
  }

  /** Begins to follow what happens at the console. */
  async followConsole(visitor: ConsoleUser, shown: Shown = []): Promise<ScenarioStream> {
    const { headers } = this.#request(shown);
    return this.driver.followConsole({ visitor, method: 'GET', path: '/api/events', headers });
  }

  /** Signs in to the console, and keeps the session. */
  async signIn(): Promise<void> {
    const answer = await this.ask('stranger', 'POST', '/api/session', [['body', JSON.stringify(this.driver.operator)]]);
    assert.equal(answer.status, 200, answer.body);
    this.session = answer.headers['set-cookie']?.split(';', 1)[0] ?? '';
  }

  /** Changes something in the console, and waits until that is in force. */
  async change(method: string, path: string, body?: unknown): Promise<unknown> {
    const changed = await this.changeUnseen(method, path, body);
    await this.inForce();
    return changed;
  }

  /** Changes something in the console without waiting. */
  async changeUnseen(method: string, path: string, body?: unknown): Promise<unknown> {
    const shown = body === undefined ? [] : [['body', JSON.stringify(body)]];
    const answer = await this.ask('operator', method, `/api/studios/{studio}${path}`, shown);
    assert.ok(answer.status < 300, `${method} ${path} was answered ${String(answer.status)}: ${answer.body}`);
    return answer.body === '' ? undefined : (JSON.parse(answer.body) as unknown);
  }

  /** Waits until the service enforces what the console wants. */
  async inForce(): Promise<void> {
    await eventually('the configuration in force', async () => {
      const { desiredVersion, appliedVersion, connected } = await this.versions();
      return connected && desiredVersion === appliedVersion;
    });
  }

  /** What the console says of this studio. */
  async versions(): Promise<{ connected: boolean; desiredVersion: number; appliedVersion: number | null }> {
    const { body } = await this.driver.askConsole({ visitor: 'operator', method: 'GET', path: '/api/studios' });
    const { studios } = JSON.parse(body) as {
      studios: { id: string; connected: boolean; desiredVersion: number; appliedVersion: number | null }[];
    };
    const studio = studios.find(({ id }) => id === this.driver.studioId);
    assert.ok(studio, 'the console knows the studio');
    return studio;
  }

  async #answeredAfterAStride(waiting: Waiting): Promise<boolean> {
    if (await waiting.isAnswered()) return true;
    await this.driver.studio.advance(strideMs);
    return waiting.isAnswered();
  }

  #showing({ device }: CallerPhrase, call: ScenarioCall, shown: Shown): ScenarioCall {
    const token = device === undefined ? {} : { Authorization: `Bearer ${this.tokenOf(device)}` };
    const { headers, body, token: queryToken } = this.#request(shown);
    const mark = call.path.includes('?') ? '&' : '?';
    const path = queryToken === undefined ? call.path : `${call.path}${mark}token=${queryToken}`;
    return { ...call, path, headers: { ...token, ...headers }, ...(body === undefined ? {} : { body }) };
  }

  tokenOf(device: string): string {
    const known = this.devices.get(device);
    assert.ok(known, `the device "${device}" was added`);
    return known.token;
  }

  #request(shown: Shown): { headers: Record<string, string>; body?: string; token?: string } {
    const headers: Record<string, string> = {};
    const rest: { body?: string; token?: string } = {};
    for (const [way = '', what = ''] of shown) {
      const value = this.fill(what);
      if (way === 'body') rest.body = value;
      else if (way === 'query token') rest.token = value;
      else if (/^basic$/i.test(way)) headers['Authorization'] = basic(value).replace('Basic', way);
      else if (/^bearer$/i.test(way)) headers['Authorization'] = `${way} ${value}`;
      else headers[way] = value;
    }
    return { headers, ...rest };
  }

  async #outOfPatience(): Promise<never> {
    await delay(patienceMs, undefined, { ref: false });
    throw new Error('waited in vain: an answer');
  }
}

setWorldConstructor(StudioWorld);
