// The document and page that the service serves: public, limited to the enabled features, without secrets.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Feature } from '../../domain/feature.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import type { ApiDocument } from './response-validator.js';
import { startInjectableService, type InjectableService } from './service.js';

let service: InjectableService;
beforeEach(async () => {
  service = await startInjectableService();
});
afterEach(() => service.stop());

const stranger = { from: '198.51.100.7' };

const servedDocument = async (): Promise<ApiDocument & { readonly tags: readonly { readonly name: string }[] }> =>
  JSON.parse((await service.call('GET', '/api/v2/openapi.json', stranger)).body) as Awaited<
    ReturnType<typeof servedDocument>
  >;

const pathsBelow = ({ paths }: ApiDocument, prefix: string) =>
  Object.keys(paths).filter((path) => path.startsWith(prefix));

const setSwitches = (feature: Feature, switches: { readonly read: boolean; readonly control: boolean }) => {
  service.configure(({ features }) => ({ features: { ...features, [feature]: switches } }));
};

describe('openapi.json', () => {
  it('needs no authentication, and allows HEAD', async () => {
    const response = await service.call('GET', '/api/v2/openapi.json', stranger);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    const head = await service.call('HEAD', '/api/v2/openapi.json', stranger);
    expect([head.status, head.headers['content-length']]).toEqual([200, response.headers['content-length']]);
  });

  it('has a plain twin that returns the version', async () => {
    const { info } = await servedDocument();
    const response = await service.call('GET', '/api/v2/plain/openapi.json', stranger);
    expect([response.status, response.body]).toEqual([200, (info as { readonly version: string }).version]);
  });

  it('@SWITCH-5: omits the disabled reads and actions of a feature, and then the feature', async () => {
    const whole = pathsBelow(await servedDocument(), '/api/v2/signals');
    setSwitches('signals', { read: false, control: true });
    const actions = await servedDocument();
    expect(pathsBelow(actions, '/api/v2/signals')).not.toContain('/api/v2/signals/{id}');
    expect(pathsBelow(actions, '/api/v2/plain/signals')).toContain('/api/v2/plain/signals/{id}/on');

    setSwitches('signals', { read: true, control: false });
    const reads = await servedDocument();
    expect(pathsBelow(reads, '/api/v2/signals')).toEqual(['/api/v2/signals', '/api/v2/signals/{id}']);
    expect(reads.tags.map(({ name }) => name)).toContain('signals');

    setSwitches('signals', { read: false, control: false });
    const neither = await servedDocument();
    expect([...pathsBelow(neither, '/api/v2/signals'), ...pathsBelow(neither, '/api/v2/plain/signals')]).toEqual([]);
    expect(neither.tags.map(({ name }) => name)).not.toContain('signals');
    expect(neither['components']).not.toHaveProperty('schemas.Signal');
    expect(neither['components']).not.toHaveProperty('schemas.SignalEvent');
    expect(JSON.stringify(neither)).not.toContain('#/components/schemas/Signal');

    setSwitches('signals', { read: true, control: true });
    expect(pathsBelow(await servedDocument(), '/api/v2/signals')).toEqual(whole);
  });

  it('stays available and complete while the API is switched off', async () => {
    const before = await servedDocument();
    service.configure(({ access }) => ({ access: { ...access, apiEnabled: false } }));
    expect(await servedDocument()).toEqual(before);
    expect((await service.call('GET', '/api/v2')).status).toBe(403);
  });

  it('contains neither the id of the server nor that of the studio', async () => {
    for (const path of ['/api/v2/openapi.json', '/api/v2/docs', '/api/v2/docs/docs.js']) {
      const { body } = await service.call('GET', path, stranger);
      for (const secret of [demoStudio.serverId, demoStudio.id]) expect(body).not.toContain(secret);
    }
  });
});

describe('the reference page', () => {
  it('needs no authentication, and may not load or request anything from other origins', async () => {
    const { status, headers, body } = await service.call('GET', '/api/v2/docs', stranger);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self';.*connect-src 'self'/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:/);
    expect(body).not.toMatch(/https?:|<script(?![^>]*src=)|<style|\sstyle=|\son[a-z]+=/);
  });

  it('@LOG-7: refers to existing files, which are not logged', async () => {
    const { body } = await service.call('GET', '/api/v2/docs', stranger);
    const files = [...body.matchAll(/(?:href|src)="(\/api\/v2\/docs\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(files).toHaveLength(3);
    for (const path of files) {
      const file = await service.call('GET', path, stranger);
      expect([path, file.status, file.headers['cache-control']]).toEqual([path, 200, 'no-cache']);
    }
    const { body: log } = await service.call('GET', '/api/v2/requests');
    const { requests } = JSON.parse(log) as { readonly requests: readonly { readonly path: string }[] };
    expect(requests.map(({ path }) => path)).toEqual(['/api/v2/docs']);
  });

  it('has one path: its file is not served beside it', async () => {
    for (const path of ['/api/v2/docs/index.html', '/api/v2/docs/nothing.js'])
      expect([path, (await service.call('GET', path)).status]).toEqual([path, 404]);
  });

  it('has a plain twin that returns its path', async () => {
    const response = await service.call('GET', '/api/v2/plain/docs', stranger);
    expect([response.status, response.body]).toEqual([200, '/api/v2/docs']);
  });

  it('stays available while the API and all features are switched off', async () => {
    service.configure(({ access, features }) => ({
      access: { ...access, apiEnabled: false },
      features: Object.fromEntries(
        Object.keys(features).map((feature) => [feature, { read: false, control: false }]),
      ) as typeof features,
    }));
    for (const path of ['/api/v2/docs', '/api/v2/openapi.json', '/api/v2/asyncapi.json'])
      expect((await service.call('GET', path, stranger)).status).toBe(200);
    expect(Object.keys((await servedDocument()).paths)).toEqual([
      ...[
        '/api/v2',
        '/api/v2/actions',
        '/api/v2/actions/{id}',
        '/api/v2/state',
        '/api/v2/panels',
        '/api/v2/panels/{id}',
        '/api/v2/events',
        '/api/v2/openapi.json',
        '/api/v2/asyncapi.json',
        '/api/v2/docs',
      ],
      ...[
        '/api/v2/plain',
        '/api/v2/plain/actions',
        '/api/v2/plain/actions/{id}',
        '/api/v2/plain/state',
        '/api/v2/plain/panels',
        '/api/v2/plain/panels/{id}',
        '/api/v2/plain/events',
      ],
      ...['/api/v2/plain/openapi.json', '/api/v2/plain/asyncapi.json', '/api/v2/plain/docs'],
    ]);
  });
});
