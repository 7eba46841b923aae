// The document as the service tells it: open to everybody, following the switches, and silent about what is secret.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Feature } from '../../domain/feature.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import type { Document } from './matching.js';
import { testService, type TestService } from './service.js';

let service: TestService;
beforeEach(async () => {
  service = await testService();
});
afterEach(() => service.stop());

const stranger = { from: '198.51.100.7' };

const told = async (): Promise<Document & { readonly tags: readonly { readonly name: string }[] }> =>
  JSON.parse((await service.call('GET', '/api/v2/openapi.json', stranger)).body) as Awaited<ReturnType<typeof told>>;

const pathsBelow = ({ paths }: Document, prefix: string) =>
  Object.keys(paths).filter((path) => path.startsWith(prefix));

const turn = (feature: Feature, switches: { readonly read: boolean; readonly control: boolean }) => {
  service.configure(({ features }) => ({ features: { ...features, [feature]: switches } }));
};

describe('openapi.json', () => {
  it('needs no authentication, and HEAD is as good', async () => {
    const answer = await service.call('GET', '/api/v2/openapi.json', stranger);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const head = await service.call('HEAD', '/api/v2/openapi.json', stranger);
    expect([head.status, head.headers['content-length']]).toEqual([200, answer.headers['content-length']]);
  });

  it('has a twin that tells the version', async () => {
    const { info } = await told();
    const answer = await service.call('GET', '/api/v2/plain/openapi.json', stranger);
    expect([answer.status, answer.body]).toEqual([200, (info as { readonly version: string }).version]);
  });

  it('loses the reads of a feature, its actions, and at last the feature', async () => {
    const whole = pathsBelow(await told(), '/api/v2/signals');
    turn('signals', { read: false, control: true });
    const actions = await told();
    expect(pathsBelow(actions, '/api/v2/signals')).not.toContain('/api/v2/signals/{id}');
    expect(pathsBelow(actions, '/api/v2/plain/signals')).toContain('/api/v2/plain/signals/{id}/on');

    turn('signals', { read: true, control: false });
    const reads = await told();
    expect(pathsBelow(reads, '/api/v2/signals')).toEqual(['/api/v2/signals', '/api/v2/signals/{id}']);
    expect(reads.tags.map(({ name }) => name)).toContain('signals');

    turn('signals', { read: false, control: false });
    const neither = await told();
    expect([...pathsBelow(neither, '/api/v2/signals'), ...pathsBelow(neither, '/api/v2/plain/signals')]).toEqual([]);
    expect(neither.tags.map(({ name }) => name)).not.toContain('signals');
    expect(neither['components']).not.toHaveProperty('schemas.Signal');

    turn('signals', { read: true, control: true });
    expect(pathsBelow(await told(), '/api/v2/signals')).toEqual(whole);
  });

  it('stays up, and whole, while the API is switched off', async () => {
    const before = await told();
    service.configure(({ access }) => ({ access: { ...access, apiEnabled: false } }));
    expect(await told()).toEqual(before);
    expect((await service.call('GET', '/api/v2')).status).toBe(403);
  });

  it('tells neither the id of the server nor that of the studio', async () => {
    for (const path of ['/api/v2/openapi.json', '/api/v2/docs', '/api/v2/docs/docs.js']) {
      const { body } = await service.call('GET', path, stranger);
      for (const secret of [demoStudio.serverId, demoStudio.id]) expect(body).not.toContain(secret);
    }
  });
});

describe('the reference page', () => {
  it('needs no authentication, and may load and ask for nothing from elsewhere', async () => {
    const { status, headers, body } = await service.call('GET', '/api/v2/docs', stranger);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self';.*connect-src 'self'/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:/);
    expect(body).not.toMatch(/https?:|<script(?![^>]*src=)|<style|\sstyle=|\son[a-z]+=/);
  });

  it('finds every file it names; none of them is logged', async () => {
    const { body } = await service.call('GET', '/api/v2/docs', stranger);
    const files = [...body.matchAll(/(?:href|src)="(\/api\/v2\/docs\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(files).toHaveLength(7);
    for (const path of files) {
      const file = await service.call('GET', path, stranger);
      expect([path, file.status, file.headers['cache-control']]).toEqual([path, 200, 'no-cache']);
    }
    const { body: log } = await service.call('GET', '/api/v2/requests');
    const { requests } = JSON.parse(log) as { readonly requests: readonly { readonly path: string }[] };
    expect(requests.map(({ path }) => path)).toEqual(['/api/v2/docs']);
  });

  it('has a twin that tells where it is', async () => {
    const answer = await service.call('GET', '/api/v2/plain/docs', stranger);
    expect([answer.status, answer.body]).toEqual([200, '/api/v2/docs']);
  });

  it('stays up while the API and everything in it is switched off', async () => {
    service.configure(({ access, features }) => ({
      access: { ...access, apiEnabled: false },
      features: Object.fromEntries(
        Object.keys(features).map((feature) => [feature, { read: false, control: false }]),
      ) as typeof features,
    }));
    for (const path of ['/api/v2/docs', '/api/v2/openapi.json'])
      expect((await service.call('GET', path, stranger)).status).toBe(200);
    expect(Object.keys((await told()).paths)).toEqual([
      ...['/api/v2', '/api/v2/actions/{id}', '/api/v2/events', '/api/v2/openapi.json', '/api/v2/docs'],
      ...['/api/v2/plain', '/api/v2/plain/actions/{id}', '/api/v2/plain/events'],
      ...['/api/v2/plain/openapi.json', '/api/v2/plain/docs'],
    ]);
  });
});
