// Asks a part of this machine whether it answers, and ends with 0 where it does: for images, which have no shell.
import { get as getHttp } from 'node:http';
import { get as getHttps, type RequestOptions } from 'node:https';
import * as E from 'fp-ts/lib/Either.js';
import { readSettings, type Settings } from './settings.js';

const patienceMs = 3_000;

/** Where nobody is told to listen elsewhere, loopback answers. */
const near = (host: string): string => (host === '::' || host === '0.0.0.0' ? '127.0.0.1' : host);

interface Question extends RequestOptions {
  readonly secure: boolean;
  readonly isHealthy: (status: number) => boolean;
}

const questions: Readonly<Record<string, (settings: Settings) => Question>> = {
  service: ({ HOST, PORT }) => ({
    ...{ host: near(HOST), port: PORT, path: '/api/v2/plain/health', secure: false },
    isHealthy: (status) => status === 200,
  }),
  // Nobody is signed in here: a refusal is a sign of life.
  console: ({ CONSOLE_HOST, CONSOLE_PORT, CONSOLE_TLS_CERT }) => ({
    ...{ host: near(CONSOLE_HOST), port: CONSOLE_PORT, path: '/api/session', secure: CONSOLE_TLS_CERT !== undefined },
    isHealthy: (status) => status < 500,
  }),
};

/** The certificate isn't checked: it is for those who come by name, and this comes by loopback. */
const ask = ({ secure, ...options }: Question): Promise<number> =>
  new Promise((resolve, reject) => {
    const get = secure ? getHttps : getHttp;
    const asked = get({ ...options, timeout: patienceMs, rejectUnauthorized: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.once('timeout', () => asked.destroy(new Error(`no answer within ${String(patienceMs)} ms`)));
    asked.once('error', reject);
  });

const check = async (): Promise<string | undefined> => {
  const read = readSettings(process.argv.slice(2), process.env);
  if (E.isLeft(read)) return read.left;
  const question = questions[read.right.part]?.(read.right.settings);
  if (question === undefined) return `expected one of ${Object.keys(questions).join(', ')}`;
  const status = await ask(question).catch((error: unknown) => (error as Error).message);
  return typeof status === 'number' && question.isHealthy(status) ? undefined : `not healthy: ${String(status)}`;
};

const fault = await check();
if (fault !== undefined) process.stderr.write(`${fault}\n`);
process.exit(fault === undefined ? 0 : 1);
