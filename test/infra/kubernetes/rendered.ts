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

/** The first version that takes folders as resources. */
const oldestKustomize = 4;

const hasKubectl = (): boolean => {
  const { status, stdout } = spawnSync('kubectl', ['version', '--client'], { encoding: 'utf8' });
  return status === 0 && Number(/Kustomize Version: v(\d+)/.exec(stdout)?.[1]) >= oldestKustomize;
};

/** Returns why the manifests can't be rendered, or undefined if they can. Throws the reason in CI. */
export const missingKubectl = (): string | undefined =>
  missingTool(
    hasKubectl(),
    'no kubectl with kustomize 4 or later: the manifests of Kubernetes are NOT tested (install "kubernetes-client" of Debian 13)',
  );

/** Renders an overlay. Throws with the message of kubectl if it is invalid. */
export const render = (overlay: string): readonly KubernetesObject[] =>
  parseAllDocuments(execFileSync('kubectl', ['kustomize', resolve(manifests, overlay)], { encoding: 'utf8' })).map(
    (document) => document.toJS() as KubernetesObject,
  );
