// Reads every scenario of the features, one for each row of an outline.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { IdGenerator, type Pickle } from '@cucumber/messages';

/** A scenario and its location. */
export interface Scenario {
  readonly pickle: Pickle;
  /** As `features/area/file.feature:12`. */
  readonly place: string;
}

const project = join(import.meta.dirname, '../../..');

const scenariosIn = (file: string): readonly Scenario[] => {
  const newId = IdGenerator.incrementing();
  const parser = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher());
  const document = parser.parse(readFileSync(join(project, file), 'utf8'));
  return compile(document, file, newId).map((pickle) => ({
    pickle,
    place: `${file}:${String(pickle.location?.line)}`,
  }));
};

/** Returns all scenarios. */
export const readScenarios = (): readonly Scenario[] =>
  globSync('features/**/*.feature', { cwd: project }).sort().flatMap(scenariosIn);
