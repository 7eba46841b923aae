// The manifests of Kubernetes: what kubectl renders is valid, and what the consoles may do.
import { describe, expect, it } from 'vitest';
import * as E from 'fp-ts/lib/Either.js';
import { pagePaths } from '../../../adapters/http/console/console-page.js';
import { allSettings } from '../../../infra/settings/declared-settings.js';
import { readSettings } from '../../../infra/settings/settings.js';
import { commandsIn, isExpected } from '../../docs/console-blocks.js';
import { readDocument, root } from '../../docs/documents.js';
import { runAll } from '../../docs/shell.js';
import { containerOf, missingKubectl, ofKind, podOf, render, settingsOf, specOf } from './rendered.js';
import { requireSchema, unknownFields } from './schema.js';

const overlays = ['base', 'example'] as const;
const label = { 'app.kubernetes.io/name': 'studio-control-console' };

/** Within how many seconds a part ends after SIGTERM (START-4), apart from the time in which streams end. */
const stopSeconds = 5;

/** What the consoles are and may do: the kind of an object, and what it contains. */
const properties: readonly (readonly [what: string, kind: string, expected: object])[] = [
  [
    'a console ends only when another one is ready',
    'Deployment',
    { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } } } },
  ],
  [
    'Pods have no privileges, and no access to the cluster',
    'Deployment',
    {
      spec: {
        template: {
          spec: {
            automountServiceAccountToken: false,
            securityContext: { runAsNonRoot: true, runAsUser: 65_532, seccompProfile: { type: 'RuntimeDefault' } },
            containers: [
              {
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  capabilities: { drop: ['ALL'] },
                },
                resources: { requests: { cpu: '250m', memory: '512Mi' }, limits: { memory: '4Gi' } },
              },
            ],
          },
        },
      },
    },
  ],
  ['the account has no token', 'ServiceAccount', { automountServiceAccountToken: false }],
  ['the Service selects the Pods', 'Service', { spec: { selector: label } }],
  [
    'one Pod at a time is evicted',
    'PodDisruptionBudget',
    { spec: { maxUnavailable: 1, selector: { matchLabels: label } } },
  ],
  [
    'only the port of the console is reachable',
    'NetworkPolicy',
    {
      spec: {
        podSelector: { matchLabels: label },
        policyTypes: ['Ingress', 'Egress'],
        ingress: [{ ports: [{ port: 'https', protocol: 'TCP' }] }],
        egress: [{ ports: [{ port: 53 }, { port: 53 }] }, { ports: [{ port: 5_432 }] }],
      },
    },
  ],
];

describe.skipIf(missingKubectl() !== undefined).each(overlays)('the manifests of %s', (overlay) => {
  const objects = missingKubectl() === undefined ? render(overlay) : [];

  it('follow the published schemas, without unknown fields', async () => {
    expect(objects.length).toBeGreaterThan(5);
    for (const object of objects) await requireSchema(object);
    expect(unknownFields(objects)).toEqual([]);
  });

  it.each(properties)('%s', (_, kind, expected) => {
    expect(ofKind(objects, kind)[0]).toMatchObject(expected);
  });

  it('have several consoles, which the label names', () => {
    const { replicas, selector, template } = specOf(objects, 'Deployment') as {
      readonly replicas: number;
      readonly selector: unknown;
      readonly template: { readonly metadata: { readonly labels: unknown } };
    };
    expect(replicas).toBeGreaterThan(1);
    expect([selector, template.metadata.labels]).toEqual([{ matchLabels: label }, label]);
  });

  it('name a version of the image', () => {
    expect(containerOf(objects).image).toMatch(/studio-control-console:\d+\.\d+\.\d+$/);
  });

  it('probe the page, which needs neither a session nor the database', () => {
    const { startupProbe, readinessProbe, livenessProbe } = containerOf(objects);
    for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe])
      expect([pagePaths, httpGet]).toEqual([
        expect.arrayContaining([httpGet.path]),
        expect.objectContaining({ port: 'https', scheme: 'HTTPS' }),
      ]);
  });

  it('leave a console the time to stop', () => {
    const { seconds } = containerOf(objects).lifecycle.preStop.sleep;
    const drain = Number(settingsOf(objects)['CONSOLE_DRAIN_SECONDS']);
    expect(seconds).toBeGreaterThanOrEqual(stopSeconds);
    expect(podOf(objects).terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds + drain + stopSeconds);
  });

  it('contain no secret: settings name files, which Secrets of the cluster bring', () => {
    expect(ofKind(objects, 'Secret')).toEqual([]);
    const { env, envFrom, volumeMounts } = containerOf(objects);
    const [settings] = ofKind(objects, 'ConfigMap');
    expect([env, envFrom]).toEqual([undefined, [{ configMapRef: { name: settings?.metadata.name } }]]);
    for (const { name, secret } of podOf(objects).volumes) {
      const mount = volumeMounts.find((one) => one.name === name);
      expect(mount?.readOnly).toBe(secret === undefined ? undefined : true);
    }
    const mounted = volumeMounts.map(({ mountPath }) => `${mountPath}/`);
    for (const [setting, value] of Object.entries(settingsOf(objects))) {
      if (/PASSWORD|KEY|TOKEN|SECRET|DATABASE/.test(setting)) expect(setting).toMatch(/_FILE$|_KEY$|_CA$/);
      if (value.startsWith('/')) expect(mounted.some((path) => value.startsWith(path))).toBe(true);
    }
  });

  it('have settings that the console knows, with values that it accepts', () => {
    const settings = Object.entries(settingsOf(objects));
    expect(settings.map(([name]) => name).filter((name) => !Object.hasOwn(allSettings, name))).toEqual([]);
    const withoutFiles = settings.filter(([name]) => !name.endsWith('_FILE'));
    expect(readSettings(['console'], Object.fromEntries(withoutFiles))).toMatchObject(E.right({ part: 'console' }));
  });
});

it.skipIf(missingKubectl() !== undefined)('the commands of the document print what it shows', async () => {
  const commands = commandsIn(readDocument('docs/kubernetes.md'));
  const printed = await runAll(
    commands.map(({ command }) => command),
    { cwd: root },
  );
  expect(commands.length).toBeGreaterThan(0);
  for (const [index, { output }] of commands.entries())
    expect(isExpected(output, printed[index] ?? ''), printed[index]).toBe(true);
});

it('a mistyped field is found, which the schemas allow', () => {
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, specs: {} };
  expect(unknownFields([service])).toEqual([expect.stringContaining('specs')]);
});
