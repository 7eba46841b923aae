// Removes from an image what differs between two builds of it: plain-history.ts FOLDER, with the unpacked OCI archive.
// Its history names the images between its layers, whose ids are new in each build.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Descriptor {
  readonly digest: string;
  readonly size: number;
}

interface Config {
  readonly history: readonly { readonly comment?: string }[];
}

const folder = process.argv[2] ?? '.';
const pathOf = (digest: string): string => join(folder, 'blobs', ...digest.split(':'));
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** Stores a document in place of another one. Returns how others refer to it. */
const replace = <A extends Descriptor>(before: A, document: object): A => {
  const text = JSON.stringify(document);
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  rmSync(pathOf(before.digest));
  writeFileSync(pathOf(digest), text);
  return { ...before, digest, size: Buffer.byteLength(text) };
};

const indexFile = join(folder, 'index.json');
const index = read(indexFile) as { readonly manifests: readonly Descriptor[] };
const manifests = index.manifests.map((listed) => {
  const manifest = read(pathOf(listed.digest)) as { readonly config: Descriptor };
  const config = read(pathOf(manifest.config.digest)) as Config;
  const history = config.history.map(({ comment: _, ...step }) => step);
  return replace(listed, { ...manifest, config: replace(manifest.config, { ...config, history }) });
});
writeFileSync(indexFile, JSON.stringify({ ...index, manifests }));
