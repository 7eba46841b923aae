// Reads the features: every scenario as it is written, one for each row of an outline.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { IdGenerator, type FeatureChild, type GherkinDocument, type Pickle } from '@cucumber/messages';

const project = join(import.meta.dirname, '../..');

/** A file of features with its scenarios. */
export interface SourceFile {
  /** As `features/area/file.feature`. */
  readonly file: string;
  readonly document: GherkinDocument;
  readonly pickles: readonly Pickle[];
}

/** Identifies a scenario by its file and its words: a changed scenario has no result until it has run again. */
export const keyOf = ({ uri, name, steps }: Pick<Pickle, 'uri' | 'name' | 'steps'>): string =>
  createHash('sha256')
    .update(JSON.stringify([uri, name, steps.map(({ text, argument }) => [text, argument])]))
    .digest('base64url')
    .slice(0, 22);

/** Returns the scenarios of a feature's text. */
export const parseFeature = (file: string, text: string): SourceFile => {
  const newId = IdGenerator.incrementing();
  const document = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher()).parse(text);
  return { file, document, pickles: compile(document, file, newId) };
};

/** Returns all features below a folder, by default those of the repository. */
export const readFeatures = (root = project): readonly SourceFile[] =>
  globSync('features/**/*.feature', { cwd: root })
    .sort()
    .map((file) => parseFeature(file, readFileSync(join(root, file), 'utf8')));

const stepKeywords = (child: FeatureChild): readonly (readonly [string, string])[] =>
  [child.background, child.scenario]
    .flatMap((holder) => holder?.steps ?? [])
    .map(({ id, keyword }) => [id, keyword.trim()] as const);

/** Returns the keyword of every step by the step's id in the document. */
export const keywordsOf = ({ feature }: GherkinDocument): ReadonlyMap<string, string> =>
  new Map(
    (feature?.children ?? [])
      .flatMap((child) => [child, ...(child.rule?.children ?? [])])
      .flatMap((child) => stepKeywords(child)),
  );

/** Returns the title of the Gherkin rule of every scenario by the scenario's id in the document. */
export const headingsOf = ({ feature }: GherkinDocument): ReadonlyMap<string, string> =>
  new Map(
    (feature?.children ?? []).flatMap(({ rule }) =>
      (rule?.children ?? []).flatMap(({ scenario }) => (scenario ? [[scenario.id, rule?.name ?? ''] as const] : [])),
    ),
  );
