// A client's session with simulated OBS: Hello, Identify, requests and batches. OBS executes those at the same time.
import { createHash } from 'node:crypto';
import { fieldOf, listIn, textIn } from '../../domain/codec/unchecked.js';
import { answerRequest } from './requests.js';
import type { SimulatedScene } from './scene.js';
import type { Peer } from './web-socket.js';

/** The version of OBS and of its WebSocket that the session shows. */
const obsWebSocketVersion = '5.1.0';
const rpcVersion = 1;

/** Close codes. */
const closed = { unknownOp: 4_006, notIdentified: 4_007, authenticationFailed: 4_009 } as const;

const salt = 'lM1GncleQOaCu9lT1yeUZhFYnqhsLLP1G5lAGo3ixaI=';
const challenge = '+IxH4CnCiqpX1rM9scsNynZzbOe4KhDeYcTNS3PDaeY=';

/** Returns what a client proves its password with. */
const expectedFor = (password: string): string => {
  const secret = createHash('sha256').update(`${password}${salt}`).digest('base64');
  return createHash('sha256').update(`${secret}${challenge}`).digest('base64');
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const statusOf = ({ code, comment }: { readonly code: number; readonly comment?: string }): object => ({
  code,
  result: code === 100,
  ...(comment !== undefined && { comment }),
});

/** One session. */
export class ObsSession {
  #isIdentified = false;

  /** `password` is undefined if OBS asks for none. */
  constructor(
    private readonly peer: Peer,
    private readonly scenes: readonly SimulatedScene[],
    private readonly password: string | undefined,
  ) {
    const authentication = password === undefined ? {} : { authentication: { challenge, salt } };
    this.#send(0, { obsWebSocketVersion, rpcVersion, ...authentication });
  }

  receive(text: string): void {
    const message = parsed(text);
    const [op, content] = [fieldOf(message, 'op'), fieldOf(message, 'd')];
    if (op === 1) this.#identify(content);
    else if (!this.#isIdentified) this.peer.close(closed.notIdentified, 'You must identify first.');
    else if (op === 6) void this.#answer(content);
    else if (op === 8) void this.#answerBatch(content);
    else this.peer.close(closed.unknownOp, 'Unknown OpCode.');
  }

  /** Sends an event, if the session is identified. */
  notify(eventType: string, eventData: object): void {
    if (this.#isIdentified) this.#send(5, { eventType, eventIntent: 256, eventData });
  }

  #identify(content: unknown): void {
    if (this.password !== undefined && textIn(content, 'authentication') !== expectedFor(this.password)) {
      this.peer.close(closed.authenticationFailed, 'Authentication failed.');
      return;
    }
    this.#isIdentified = true;
    this.#send(2, { negotiatedRpcVersion: rpcVersion });
  }

  async #answer(content: unknown): Promise<void> {
    const requestType = textIn(content, 'requestType') ?? '';
    const { responseData, ...status } = await answerRequest(this.scenes, requestType, fieldOf(content, 'requestData'));
    const requestId = textIn(content, 'requestId');
    this.#send(7, { requestType, requestId, requestStatus: statusOf(status), ...(responseData && { responseData }) });
  }

  /** Executes a batch up to the first refusal, after which the inputs are as they were. */
  async #answerBatch(content: unknown): Promise<void> {
    const inputs = this.scenes.flatMap((scene) => scene.inputs);
    const before = inputs.map((input) => ({ ...input }));
    const results: object[] = [];
    for (const request of listIn(content, 'requests')) {
      const requestType = textIn(request, 'requestType') ?? '';
      const answer = await answerRequest(this.scenes, requestType, fieldOf(request, 'requestData'));
      const { responseData = null, ...status } = answer;
      results.push({ requestType, requestStatus: statusOf(status), responseData });
      if (answer.code === 100 || fieldOf(content, 'haltOnFailure') !== true) continue;
      inputs.forEach((input, index) => Object.assign(input, before[index]));
      break;
    }
    this.#send(9, { requestId: textIn(content, 'requestId'), results });
  }

  #send(op: number, d: object): void {
    this.peer.send(JSON.stringify({ op, d }));
  }
}
