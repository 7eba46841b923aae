// The link with consoles that are faulty, slow, malicious or unreachable.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { jitteredBackoffMs } from '../../adapters/cloud/backoff.js';
import {
  respond,
  scriptedConsole,
  linkedService,
  until,
  version,
  type ScriptedConsole,
  type LinkedService,
} from '../adapters/cloud/link.js';
import { listenOnLoopback } from '../support/loopback.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const key = 'studio_the-key-that-no-log-shows';
let scripted: ScriptedConsole;
let service: LinkedService;

const linked = async (
  handlers: Parameters<typeof scriptedConsole>[0] = {},
  options: Parameters<typeof linkedService>[2] = {},
) => {
  scripted = await scriptedConsole(handlers);
  service = linkedService(scripted.url, key, options);
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

describe('an invalid configuration', () => {
  it.each([
    ['truncated', soundJson.slice(0, -10)],
    ['of another studio', JSON.stringify(version(9, 'studio-2'))],
    ['with a version above the highest', JSON.stringify(version(2 ** 48 + 1))],
    [
      'with megabytes of devices',
      JSON.stringify({ ...version(9), devices: Array.from({ length: 2_600_000 }, () => ({})) }),
    ],
    ['nothing', 'null'],
  ])('%s, changes nothing, is logged and reported', async (_what, data) => {
    await linked();
    await streaming();
    scripted.sendEvent(soundJson);
    scripted.sendEvent(data);
    await until(() => scripted.appliedReports.some((report) => 'refused' in (report as object)));
    expect(scripted.appliedReports.at(-1)).toEqual({ version: 7, refused: expect.any(String) as unknown });
    expect(service.access.current().configuration).toEqual(version(7));
    expect(service.stored).toEqual([version(7)]);
    expect(service.log.lines.join()).toContain('an access configuration was refused');
  });

  it('in an incomplete event, changes nothing', async () => {
    await linked();
    await streaming();
    scripted.streams[0]?.write(`event: configuration\ndata: ${soundJson}\n`);
    scripted.streams[0]?.end();
    await until(() => service.log.lines.some((line) => line.includes('not connected')));
    expect(service.inForce()).toBe(0);
    expect(scripted.appliedReports).toEqual([]);
  });

  it('in an event of another name, changes nothing', async () => {
    await linked();
    await streaming();
    scripted.streams[0]?.write(`event: other\ndata: ${soundJson}\n\n: comment\n\ndata: ${soundJson}\n\n`);
    scripted.sendEvent(JSON.stringify(version(3)));
    await until(() => service.inForce() === 3);
    expect(service.stored).toEqual([version(3)]);
  });
});

describe('a configuration on disk', () => {
  it('is in force although the disk never answers, and reported after 10 s, and so is the next one', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await linked({}, { keep: () => promise });
    await streaming();
    for (const number of [7, 8, 9]) {
      scripted.sendEvent(JSON.stringify(version(number)));
      await until(() => service.inForce() === number);
      await service.clock.advance(10_000);
      await until(() => scripted.appliedReports.some((report) => (report as { version: number }).version === number));
    }
    expect(service.stored).toEqual([]);
    resolve(undefined);
    await until(() => service.stored.at(-1)?.version === 9);
    expect(service.stored).toEqual([version(7), version(9)]);
  });

  it('is in force although it can not be stored, and storing is retried', async () => {
    let full = true;
    await linked({}, { keep: () => (full ? Promise.reject(new Error('ENOSPC')) : Promise.resolve()) });
    await streaming();
    scripted.sendEvent(soundJson);
    await until(() => service.inForce() === 7);
    expect(service.stored).toEqual([]);
    expect(service.log.lines.join()).toContain('could not be written to disk');
    full = false;
    await service.clock.advance(30_000);
    await until(() => service.stored.length === 1);
    expect(service.stored).toEqual([version(7)]);
  });
});

describe('a silent console', () => {
  it('is disconnected after 45 seconds, and tried again', async () => {
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

  it('is not disconnected while it sends events', async () => {
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

  it('is disconnected even if it never responds', async () => {
    await linked({ '/sync/events': () => undefined });
    await until(() => count('GET /sync/events') === 1);
    await service.clock.advance(45_000);
    await until(() => service.log.lines.some((line) => line.includes('no sign of life')));
  });

  it('gets a report again if it fails to accept it', async () => {
    let attempts = 0;
    await linked({
      '/sync/applied': (request, response) => {
        request.resume();
        attempts += 1;
        respond(response, attempts < 3 ? 500 : 204);
      },
    });
    await streaming();
    scripted.sendEvent(soundJson);
    await until(async () => {
      await service.clock.advance(1_000);
      return attempts === 3;
    });
  });
});

describe('a console whose stream fails', () => {
  it('is polled for its configuration instead', async () => {
    await linked({
      '/sync/events': (_request, response) => {
        respond(response, 502);
      },
      '/sync/configuration': (request, response) => {
        const known = request.headers['if-none-match'] === '"7"';
        respond(response, known ? 304 : 200, {}, known ? '' : soundJson);
      },
    });
    await until(async () => {
      await service.clock.advance(1_000);
      return service.inForce() === 7;
    });
    await until(() => scripted.appliedReports.length === 1);
    await until(async () => {
      await service.clock.advance(10_000);
      return count('GET /sync/configuration') > 3;
    });
    expect(service.stored).toEqual([version(7)]);
    expect(scripted.appliedReports).toEqual([{ version: 7 }]);
  });

  it('changes nothing if a web page is sent in its place', async () => {
    await linked({
      '/sync/events': (_request, response) => {
        respond(response, 200, { 'content-type': 'text/html' }, '<p>Welcome to this network</p>');
      },
    });
    await until(() => service.log.lines.some((line) => line.includes('the console sent no event stream')));
    expect(service.link.connected()).toBe(false);
  });

  it('does not make the service send its key elsewhere by a redirect', async () => {
    const elsewhere = await scriptedConsole();
    await linked({
      '/sync/events': (_request, response) => {
        respond(response, 307, { location: `${elsewhere.url}/sync/events` });
      },
    });
    await until(() => service.log.lines.some((line) => line.includes('not connected')));
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });
});

describe('stopping the link', () => {
  it('takes effect at once', async () => {
    await linked({ '/sync/events': () => undefined });
    await until(() => count('GET /sync/events') === 1);
    await service.link.stop();
    expect(service.clock.waiting()).toBe(0);
  });

  it('leaves no timer, connected or between two attempts', async () => {
    await linked({
      '/sync/events': (_request, response) => {
        respond(response, 503);
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

it('jitteredBackoffMs grows with each failure, up to 30 seconds, and is jittered', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 1_000].map((failures) => jitteredBackoffMs(failures, 0))).toEqual([
    250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000,
  ]);
  expect([1, 7, 1_000].map((failures) => jitteredBackoffMs(failures, 0.999_999))).toEqual([500, 30_000, 30_000]);
});

it('@CONSOLE-14: the client rejects a self-signed certificate', async () => {
  const folder = temporaryFolder();
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '2'];
  execFileSync('openssl', [...request, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
  const requests: string[] = [];
  const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) }, ({ url = '' }) => {
    requests.push(url);
  });
  const port = await listenOnLoopback(server);
  scripted = await scriptedConsole();
  service = linkedService(`https://localhost:${String(port)}`, key);
  service.link.start();
  await until(() => service.log.lines.some((line) => line.includes('self-signed certificate')));
  expect(requests).toEqual([]);
  server.close();
});
