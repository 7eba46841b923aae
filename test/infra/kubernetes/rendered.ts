// The objects of the folders in infra/kubernetes, as kubectl renders them.
import { execFileSync, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { missingTool } from '../../support/missing-tool.js';

/** An object of Kubernetes. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly [field: string]: unknown;
}

/** The folder of the manifests. */
export const manifests = resolve(import.meta.dirname, '../../../infra/kubernetes');

/** The first version that takes folders as resources. That of Debian 12 is older, and there is no other one for it. */
const oldestKustomize = 4;

/** Returns why the manifests can't be rendered, or undefined if they can. Throws the reason in CI if there is no kubectl at all. */
export const missingKubectl = (): string | undefined => {
  const { status, stdout } = spawnSync('kubectl', ['version', '--client'], { encoding: 'utf8' });
  const missing = missingTool(
    status === 0,
    'no kubectl: the manifests of Kubernetes are NOT tested (Debian: kubernetes-client)',
  );
  if (missing !== undefined || Number(/Kustomize Version: v(\d+)/.exec(stdout)?.[1]) >= oldestKustomize) return missing;
  const reason =
    'kubectl is too old for folders as resources: the manifests of Kubernetes are NOT tested (kubectl 1.22 or later)';
  console.warn(`SKIPPED: ${reason}`);
  return reason;
};

/** Renders an overlay. Throws with the message of kubectl if it is invalid. */
export const render = (overlay: string): readonly KubernetesObject[] =>
  parseAllDocuments(execFileSync('kubectl', ['kustomize', resolve(manifests, overlay)], { encoding: 'utf8' })).map(
    (document) => document.toJS() as KubernetesObject,
  );

/** A probe of the kubelet. */
export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string; readonly scheme: string };
}

/** A volume of a Pod. */
export interface Volume {
  readonly name: string;
  readonly secret?: {
    readonly secretName: string;
    readonly items?: readonly { readonly key: string; readonly path: string }[];
  };
  readonly emptyDir?: object;
}

/** The container of a Pod. */
export interface Container {
  readonly image: string;
  readonly env?: unknown;
  readonly envFrom: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
}

/** What a Pod consists of. */
export interface PodSpec {
  readonly containers: readonly Container[];
  readonly volumes: readonly Volume[];
  readonly terminationGracePeriodSeconds: number;
}

/** Returns the objects of a kind. */
export const ofKind = (objects: readonly KubernetesObject[], kind: string): readonly KubernetesObject[] =>
  objects.filter((object) => object.kind === kind);

/** Returns the specification of the first object of a kind. */
export const specOf = (objects: readonly KubernetesObject[], kind: string): unknown =>
  ofKind(objects, kind)[0]?.['spec'];

/** Returns the Pod of the Deployment. */
export const podOf = (objects: readonly KubernetesObject[]): PodSpec =>
  (specOf(objects, 'Deployment') as { readonly template: { readonly spec: PodSpec } }).template.spec;

/** Returns the only container of the Pod. */
export const containerOf = (objects: readonly KubernetesObject[]): Container => {
  const [container] = podOf(objects).containers;
  if (container === undefined) throw new Error('expected a container');
  return container;
};

/** Returns the settings of the console. */
export const settingsOf = (objects: readonly KubernetesObject[]): Readonly<Record<string, string>> =>
  ofKind(objects, 'ConfigMap')[0]?.['data'] as Readonly<Record<string, string>>;
