// Reads the list of rules, the rules that still wait for a scenario, and the tags that the scenarios carry.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** One rule of the specification, in our own words. */
export interface Rule {
  readonly id: string;
  /** The part of the specification, or of the decisions beside it, that it comes from. */
  readonly from: string;
  readonly rule: string;
}

/** A tag, and the feature file that it stands in. */
export interface Tag {
  readonly name: string;
  readonly file: string;
}

const here = dirname(fileURLToPath(import.meta.url));
const features = dirname(here);
const pendingFile = 'pending.yaml';

const readYaml = (file: string): unknown => parse(readFileSync(join(here, file), 'utf8'));

/** Every rule of every area. */
export const readRules = (): readonly Rule[] =>
  globSync('*.yaml', { cwd: here })
    .filter((file) => basename(file) !== pendingFile)
    .sort()
    .flatMap((file) => readYaml(file) as Rule[]);

/** The ids of the rules that no scenario shows yet. */
export const readPending = (): readonly string[] => (readYaml(pendingFile) as string[] | null) ?? [];

const tagLine = /^\s*@/;

const tagsIn = (file: string): readonly Tag[] =>
  readFileSync(join(features, file), 'utf8')
    .split('\n')
    .filter((line) => tagLine.test(line))
    .flatMap((line) => line.trim().split(/\s+/))
    .map((tag) => ({ name: tag.slice(1), file }));

/** Every tag of every feature file. */
export const readTags = (): readonly Tag[] => globSync('**/*.feature', { cwd: features }).sort().flatMap(tagsIn);
