// The state of one scenario: its driver, the devices it added, the pending call and the last response.
import { setWorldConstructor, World } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import type { SignIn } from '../../domain/console/operator.js';
import type { CallerPhrase, CallSpec } from './phrases.js';
import type {
  ScenarioResponse,
  ScenarioCall,
  ConsoleCall,
  Driver,
  ScenarioStream,
  ConsoleUser,
  PendingCall,
} from './driver.js';
import { contractViolations } from './contract.js';
import { fill } from './placeholders.js';
import { isField, requestOf, type RequestParts } from './request-rows.js';
import { eventually, within } from '../../test/support/eventually.js';

/** Clock step between two checks of a pending call, in milliseconds. */
const stepMs = 5;

/** Table rows of headers, credentials and a body: `body` as it is, or its fields, each in a row or all in the row `fields`. */
export type RequestRows = readonly (readonly string[])[];

/** The sync status of a studio, as the console reports it. */
export interface ReportedStatus {
  readonly connected: boolean;
  readonly desiredVersion: number;
  readonly appliedVersion: number | null;
  readonly refusal: { readonly reason: string } | null;
  readonly service: {
    readonly onAir: boolean | null;
    readonly holder: string | null;
    readonly devicesAway: number | null;
    readonly health: string;
    readonly alarms: readonly { readonly kind: string; readonly subject: string }[];
  } | null;
}

export class StudioWorld extends World {
  driver!: Driver;
  /** Ids and tokens of the devices that the scenario has added, by name. */
  readonly devices = new Map<string, { readonly id: string; readonly token: string }>();
  /** Values of other placeholders, by name. */
  readonly placeholders = new Map<string, string>();
  /** The second factors that the scenario has set up, by operator; `setUpAt` in milliseconds since 1970 UTC. */
  readonly secondFactors = new Map<
    string,
    { readonly secret: string; readonly setUpAt: number; readonly recoveryCodes: readonly string[] }
  >();
  /** The cookie of the operator's session. */
  session = '';
  /** The passwords of the operators that the scenario has added, by name. */
  readonly #passwords = new Map<string, string>();
  /** False if the studio's clock moves only in explicit steps. */
  clockRuns = true;
  /** The path of the last call. */
  lastPath = '';
  #lastMethod = '';
  #answer: ScenarioResponse | undefined;
  #pending: PendingCall | undefined;

  /** Fills in the placeholders of a feature file. */
  fill(text: string): string {
    const { studioId, hostname } = this.driver;
    const tokens = [...this.devices].map(([name, { token }]) => [name, token] as const);
    return fill(new Map([['studio', studioId], ['hostname', hostname], ...this.placeholders, ...tokens]), text);
  }

  /** Makes a call, and lets the studio's clock run until it is answered. */
  async call(caller: CallerPhrase, call: CallSpec, rows: RequestRows = []): Promise<void> {
    const pending = await this.begin(caller, call, rows);
    if (this.clockRuns) await eventually('an answer', () => this.#isAnsweredAfterStep(pending));
    await this.answer();
  }

  /** Makes a call, and returns once it is answered or its command was sent to a device. */
  async callAndWait(caller: CallerPhrase, call: CallSpec): Promise<void> {
    const { length } = await this.driver.studio.commands();
    const pending = await this.begin(caller, call, []);
    const isSent = async () => (await this.driver.studio.commands()).length > length;
    await eventually('a command', async () => (await pending.isAnswered()) || (await isSent()));
  }

  /** Begins to follow the events. */
  async openEventStream(caller: CallerPhrase, rows: RequestRows = [], query = ''): Promise<ScenarioStream> {
    const path = query === '' ? '/api/v2/events' : `/api/v2/events?${query}`;
    const call = { from: caller.from, method: 'GET', path };
    return this.driver.openStream(this.#withCredentials(caller, call, rows));
  }

  async begin(caller: CallerPhrase, { method, path }: CallSpec, rows: RequestRows): Promise<PendingCall> {
    this.#answer = undefined;
    this.#lastMethod = method;
    this.lastPath = this.fill(path);
    this.#pending = await this.driver.begin(
      this.#withCredentials(caller, { from: caller.from, method, path: this.lastPath }, rows),
    );
    return this.#pending;
  }

  /** Resolves with the response to the last call. */
  async answer(): Promise<ScenarioResponse> {
    if (this.#answer === undefined) {
      const answer = await within('an answer', this.pending.answer());
      assert.deepEqual(contractViolations(this.#lastMethod, this.lastPath, answer), []);
      this.#answer = answer;
    }
    return this.#answer;
  }

  /** The last call, which may not be answered yet. */
  get pending(): PendingCall {
    assert.ok(this.#pending, 'no call was made yet');
    return this.#pending;
  }

  /** Resolves with the last response's body, parsed as JSON. */
  async json(): Promise<unknown> {
    return JSON.parse((await this.answer()).body) as unknown;
  }

  /** Calls the console; its response becomes the last one. */
  async callConsole(
    user: ConsoleUser,
    method: string,
    path: string,
    rows: RequestRows = [],
  ): Promise<ScenarioResponse> {
    const { headers, body } = this.#request(rows);
    const sent = body === undefined ? {} : { body };
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const call: ConsoleCall = { user, method, path: this.fill(path), headers: { ...type, ...headers }, ...sent };
    this.#answer = await this.driver.callConsole(call);
    return this.#answer;
  }

  /** Opens an event stream of the console; by default its change feed. */
  async openConsoleStream(user: ConsoleUser, rows: RequestRows = [], path = '/api/events'): Promise<ScenarioStream> {
    const { headers } = this.#request(rows);
    return this.driver.openConsoleStream({ user, method: 'GET', path, headers });
  }

  /** Returns as whom somebody in a step calls the console: `"vera"` is the operator of that name, with their password. */
  consoleCaller(someone: string): { readonly user: ConsoleUser; readonly credentials: RequestRows } {
    const [, username] = /^"([^"]+)"$/.exec(someone) ?? [];
    if (username !== undefined)
      return { user: 'anonymous', credentials: [['Basic', `${username}:${this.passwordOf(username)}`]] };
    if (someone === 'the signed-in operator') return { user: 'anonymous', credentials: [['Cookie', this.session]] };
    if (someone === 'the program') return { user: 'anonymous', credentials: [['Bearer', this.fill('{apiToken}')]] };
    if (someone === 'an operator with a wrong password') return { user: 'wrong password', credentials: [] };
    return { user: someone === 'a visitor' ? 'anonymous' : 'operator', credentials: [] };
  }

  /** Remembers the password of an operator who is added. */
  rememberPassword(rows: RequestRows): void {
    const { username, password } = Object.fromEntries(rows) as Readonly<Record<string, string>>;
    if (username !== undefined && password !== undefined) this.#passwords.set(username, password);
  }

  /** Remembers the API token that the console has made, for the program. */
  async rememberApiToken(): Promise<void> {
    const { apiToken, token } = (await this.json()) as { apiToken?: { id: string }; token?: string };
    if (apiToken !== undefined) this.placeholders.set('apiTokenId', apiToken.id);
    if (token !== undefined) this.placeholders.set('apiToken', token);
  }

  passwordOf(username: string): string {
    const password = this.#passwords.get(username);
    assert.ok(password !== undefined, `the operator "${username}" was not added`);
    return password;
  }

  /** Signs in to the console, and stores the session cookie. */
  async signIn(as: SignIn = this.driver.operator): Promise<void> {
    const answer = await this.callConsole('anonymous', 'POST', '/api/session', [['body', JSON.stringify(as)]]);
    assert.equal(answer.status, 200, answer.body);
    this.session = answer.headers['set-cookie']?.split(';', 1)[0] ?? '';
  }

  /** Changes something in the console, and waits until it is in force. */
  async change(method: string, path: string, body?: unknown): Promise<unknown> {
    const changed = await this.changeWithoutWaiting(method, path, body);
    await this.waitUntilInForce();
    return changed;
  }

  /** Changes something in the console, without waiting until it is in force. */
  async changeWithoutWaiting(method: string, path: string, body?: unknown): Promise<unknown> {
    const rows = body === undefined ? [] : [['body', JSON.stringify(body)]];
    const answer = await this.callConsole('operator', method, `/api/studios/{studio}${path}`, rows);
    assert.ok(answer.status < 300, `${method} ${path} was answered ${String(answer.status)}: ${answer.body}`);
    return answer.body === '' ? undefined : (JSON.parse(answer.body) as unknown);
  }

  /** Waits until the console's version is in force at the service. */
  async waitUntilInForce(): Promise<void> {
    await eventually('the configuration in force', async () => {
      const { desiredVersion, appliedVersion, connected } = await this.versions();
      return connected && desiredVersion === appliedVersion;
    });
  }

  /** Returns the sync status of this studio, as the console reports it. */
  async versions(): Promise<ReportedStatus> {
    const { body } = await this.driver.callConsole({ user: 'operator', method: 'GET', path: '/api/studios' });
    const { studios } = JSON.parse(body) as { studios: (ReportedStatus & { id: string })[] };
    const studio = studios.find(({ id }) => id === this.driver.studioId);
    assert.ok(studio, 'expected the console to list the studio');
    return studio;
  }

  async #isAnsweredAfterStep(pending: PendingCall): Promise<boolean> {
    const { studio } = this.driver;
    if (await pending.isAnswered()) return true;
    if (studio.clock === 'manual') await studio.advance(stepMs);
    return pending.isAnswered();
  }

  #withCredentials({ device }: CallerPhrase, call: ScenarioCall, rows: RequestRows): ScenarioCall {
    const token = device === undefined ? {} : { Authorization: `Bearer ${this.tokenOf(device)}` };
    const { headers, body, token: queryToken } = this.#request(rows);
    const separator = call.path.includes('?') ? '&' : '?';
    const path = queryToken === undefined ? call.path : `${call.path}${separator}token=${queryToken}`;
    return { ...call, path, headers: { ...token, ...headers }, ...(body === undefined ? {} : { body }) };
  }

  tokenOf(device: string): string {
    const added = this.devices.get(device);
    assert.ok(added, `the device "${device}" was not added`);
    return added.token;
  }

  #request(rows: RequestRows): RequestParts {
    return requestOf(rows.map(([name = '', text = '']) => [isField(name) ? this.fill(name) : name, this.fill(text)]));
  }
}

setWorldConstructor(StudioWorld);
