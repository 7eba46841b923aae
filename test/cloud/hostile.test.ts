// The link against consoles that are broken, slow, lying or gone.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { backoffMs } from '../../adapters/cloud/backoff.js';
import { reply, scriptedConsole, testService, until, version, type ScriptedConsole, type TestService } from './link.js';
import { listenOnLoopback } from '../support/loopback.js';

const key = 'studio_the-key-that-no-log-shows';
let scripted: ScriptedConsole;
let service: TestService;

const linked = async (
  handlers: Parameters<typeof scriptedConsole>[0] = {},
  keep?: Parameters<typeof testService>[2],
) => {
  scripted = await scriptedConsole(handlers);
  service = testService(scripted.url, key, keep);
  service.link.start();
};
const count = (request: string): number => scripted.requests.filter((one) => one === request).length;
const streaming = () => until(() => scripted.streams.length > 0);

afterEach(async () => {
  await service.link.stop();
  await scripted.close();
  expect(service.log.lines.join()).not.toContain(key);
});

const soundJson = JSON.stringify(version(7));

describe('a configuration that is not to be believed', () => {
  it.each([
    ['truncated', soundJson.slice(0, -10)],
    ['garbage', '\u0001\u0002{{{'],
    ['of another studio', JSON.stringify(version(9, 'studio-2'))],
    ['without its devices', JSON.stringify({ ...version(9), devices: undefined })],
    ['with a version that is none', JSON.stringify({ ...version(9), version: 1e400 })],
    ['with two devices of one token', JSON.stringify({ ...version(9), devices: [device('a'), device('b')] })],
    ['nothing', 'null'],
  ])('%s, changes nothing, is logged and told back', async (_what, data) => {
    await linked();
    await streaming();
    scripted.sendEvent(soundJson);
    scripted.sendEvent(data);
    await until(() => scripted.told.some((told) => 'refused' in (told as object)));
    expect(scripted.told.at(-1)).toEqual({ version: 7, refused: expect.any(String) as unknown });
    expect(service.access.current().configuration).toEqual(version(7));
    expect(service.kept).toEqual([version(7)]);
    expect(service.log.lines.join()).toContain('an access configuration was refused');
    expect(service.log.lines.join()).not.toContain('f'.repeat(64));
  });

  it('replayed or older, changes nothing; the version in force is told back all the same', async () => {
    await linked();
    await streaming();
    scripted.sendEvent(soundJson);
    await until(() => scripted.told.length === 1);
    scripted.sendEvent(JSON.stringify(version(6)));
    await until(() => scripted.told.length === 2);
    scripted.sendEvent(JSON.stringify({ ...version(7), access: { ...version(7).access, apiEnabled: false } }));
    await until(() => scripted.told.length === 3);
    expect(scripted.told).toEqual([{ version: 7 }, { version: 7 }, { version: 7 }]);
    expect(service.access.current().configuration).toEqual(version(7));
    expect(service.kept).toEqual([version(7)]);
  });

  it('cut off in the middle of its event, changes nothing', async () => {
    await linked();
    await streaming();
    scripted.streams[0]?.write(`event: configuration\ndata: ${soundJson}\n`);
    scripted.streams[0]?.end();
    await until(() => service.log.lines.some((line) => line.includes('not connected')));
    expect(service.inForce()).toBe(0);
    expect(scripted.told).toEqual([]);
  });

  it('is not mistaken for one in events of other names', async () => {
    await linked();
    await streaming();
    scripted.streams[0]?.write(`event: other\ndata: ${soundJson}\n\n: comment\n\ndata: ${soundJson}\n\n`);
    scripted.sendEvent(JSON.stringify(version(3)));
    await until(() => service.inForce() === 3);
    expect(service.kept).toEqual([version(3)]);
  });
});

const device = (id: string) => ({
  ...{ id, name: id, access: 'read_only', station: null, fixedAddress: null, features: [], state: 'active' },
  tokenHash: 'f'.repeat(64),
});

describe('the disk', () => {
  it('has a configuration before it is enforced', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
    await linked({}, () => {
      begin(undefined);
      return promise;
    });
    await streaming();
    scripted.sendEvent(soundJson);
    await begun;
    expect(service.inForce()).toBe(0);
    resolve(undefined);
    await until(() => service.inForce() === 7);
  });

  it('that takes nothing delays no revocation, and is tried again', async () => {
    let full = true;
    await linked({}, () => (full ? Promise.reject(new Error('ENOSPC')) : Promise.resolve()));
    await streaming();
    scripted.sendEvent(soundJson);
    await until(() => service.inForce() === 7);
    expect(service.kept).toEqual([]);
    expect(service.log.lines.join()).toContain('could not be written to disk');
    full = false;
    await service.clock.advance(30_000);
    await until(() => service.kept.length === 1);
    expect(service.kept).toEqual([version(7)]);
  });
});

describe('a console that falls silent', () => {
  it('is given up after 45 seconds without a sign of life, and tried again', async () => {
    await linked();
    await streaming();
    await until(() => service.link.connected());
    await service.clock.advance(44_999);
    expect(service.link.connected()).toBe(true);
    await service.clock.advance(1);
    await until(() => !service.link.connected());
    await until(() => service.log.lines.some((line) => line.includes('no sign of life for 45000 ms')));
    await until(async () => {
      await service.clock.advance(1_000);
      return scripted.streams.length === 2;
    });
  });

  it('is not given up while its heartbeat is heard', async () => {
    await linked();
    await streaming();
    await until(() => service.link.connected());
    for (let beat = 1; beat <= 10; beat += 1) {
      await service.clock.advance(44_000);
      scripted.sendEvent(JSON.stringify(version(beat)));
      await until(() => service.inForce() === beat);
    }
    expect(count('GET /sync/events')).toBe(1);
  });

  it('from the beginning is given up too', async () => {
    await linked({ '/sync/events': () => undefined });
    await until(() => count('GET /sync/events') === 1);
    await service.clock.advance(45_000);
    await until(() => service.log.lines.some((line) => line.includes('no sign of life')));
  });

  it('when told something is told it again', async () => {
    let answers = 0;
    await linked({
      '/sync/applied': (request, response) => {
        request.resume();
        answers += 1;
        reply(response, answers < 3 ? 500 : 204);
      },
    });
    await streaming();
    scripted.sendEvent(soundJson);
    await until(async () => {
      await service.clock.advance(1_000);
      return answers === 3;
    });
  });
});

describe('a console whose stream does not get through', () => {
  it('is asked for its configuration instead', async () => {
    await linked({
      '/sync/events': (_request, response) => {
        reply(response, 502);
      },
      '/sync/configuration': (request, response) => {
        const known = request.headers['if-none-match'] === '"7"';
        reply(response, known ? 304 : 200, {}, known ? '' : soundJson);
      },
    });
    await until(async () => {
      await service.clock.advance(1_000);
      return service.inForce() === 7;
    });
    await until(() => scripted.told.length === 1);
    await until(async () => {
      await service.clock.advance(10_000);
      return count('GET /sync/configuration') > 3;
    });
    expect(service.kept).toEqual([version(7)]);
    expect(scripted.told).toEqual([{ version: 7 }]);
  });

  it('or that sends a page in its place changes nothing', async () => {
    await linked({
      '/sync/events': (_request, response) => {
        reply(response, 200, { 'content-type': 'text/html' }, '<p>Welcome to this network</p>');
      },
    });
    await until(() => service.log.lines.some((line) => line.includes('the console sent no event stream')));
    expect(service.link.connected()).toBe(false);
  });

  it('or that sends the service elsewhere gets its key told nowhere else', async () => {
    const elsewhere = await scriptedConsole();
    await linked({
      '/sync/events': (_request, response) => {
        reply(response, 307, { location: `${elsewhere.url}/sync/events` });
      },
    });
    await until(() => service.log.lines.some((line) => line.includes('not connected')));
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });
});

describe('an end', () => {
  it('comes at once, whatever the link is at', async () => {
    await linked({ '/sync/events': () => undefined });
    await until(() => count('GET /sync/events') === 1);
    await service.link.stop();
    expect(service.clock.waiting()).toBe(0);
  });

  it('leaves nothing waiting, connected or between two attempts', async () => {
    await linked({
      '/sync/events': (_request, response) => {
        reply(response, 503);
      },
    });
    await until(() => service.clock.waiting() === 1);
    await service.link.stop();
    expect(service.clock.waiting()).toBe(0);
    await scripted.close();
    await linked();
    await streaming();
    await service.link.stop();
    expect(service.clock.waiting()).toBe(0);
  });
});

it('waits longer after each failure, up to half a minute, and never the same for all', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 1_000].map((failures) => backoffMs(failures, 0))).toEqual([
    250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000,
  ]);
  expect([1, 7, 1_000].map((failures) => backoffMs(failures, 0.999_999))).toEqual([500, 30_000, 30_000]);
});

it('trusts no certificate that nobody vouches for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '2'];
  execFileSync('openssl', [...request, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
  const requests: string[] = [];
  const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) }, ({ url = '' }) => {
    requests.push(url);
  });
  const port = await listenOnLoopback(server);
  scripted = await scriptedConsole();
  service = testService(`https://localhost:${String(port)}`, key);
  service.link.start();
  await until(() => service.log.lines.some((line) => line.includes('self-signed certificate')));
  expect(requests).toEqual([]);
  server.close();
  rmSync(folder, { recursive: true });
});
