// Reads a studio file. Reports all of its issues, each with line and column.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { LineCounter, stringify, type Document, type Node } from 'yaml';
import { unplayableReason } from '../../adapters/drivers/casparcg/commands.js';
import { readRegularFile } from '../../adapters/storage/regular-file.js';
import { connectionIssues } from '../../application/connections/connection-issues.js';
import type { FileIssue, StudioSource, StudioTexts } from '../../application/ports/studio-file.js';
import { studioRecordOperations } from '../../application/operations/catalogue.js';
import { panelIssues } from '../../application/operations/panel-issues.js';
import { formatIssue, maxReportedIssues, moreIssues, type Issue } from '../../domain/codec/issues.js';
import { fieldOf, listIn, textIn } from '../../domain/codec/unchecked.js';
import { MediaPath } from '../../domain/studio/clip.js';
import { inCurrentForm } from '../../domain/studio/earlier-players.js';
import { readStudioLayout, type CheckSettings, type StudioLayout } from '../../domain/studio/layout.js';
import { connectionDrivers } from '../service/connection-drivers.js';
import { StartupError } from '../machine/startup-errors.js';
import { editedYaml } from './edited-yaml.js';
import { parseStudioYaml } from './studio-yaml.js';

/** The largest file that is read, in bytes. */
export const maxFileBytes = 1_048_576;

/** Splits a path such as `banks[0].clips[2].media` into its keys. */
const keysOf = (path: string): readonly (string | number)[] =>
  [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name = '']) =>
    index === undefined ? name : Number(index),
  );

/** Returns the offset of a value in the text. For a missing value it is that of the innermost value around it. */
const offsetOf = (document: Document, keys: readonly (string | number)[]): number => {
  const node = keys.length === 0 ? document.contents : document.getIn(keys, true);
  const range = (node as Node | null | undefined)?.range;
  if (range) return range[0];
  return keys.length === 0 ? 0 : offsetOf(document, keys.slice(0, -1));
};

/** An issue in the text of a file. */
type TextIssue = Required<Pick<FileIssue, 'line' | 'column' | 'message'>> & Pick<FileIssue, 'path'>;

const issueAt = (lines: LineCounter, offset: number, message: string): TextIssue => {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col), message };
};

/** The issue of a clip that no player can load. A media path that isn't valid is reported by the layout's codec. */
const unplayableClip = (clip: unknown, clipPath: string): readonly Issue[] => {
  const [key, media] = [textIn(clip, 'key'), textIn(clip, 'media')];
  if (key === undefined || (media !== undefined && !MediaPath.is(media))) return [];
  const reason = unplayableReason(media === undefined ? { key } : { key, media });
  const field = media === undefined ? 'key' : 'media';
  return reason === undefined
    ? []
    : [{ path: `${clipPath}.${field}`, expected: `a file that CasparCG plays: ${reason}` }];
};

/** Whether an output is attached to a CasparCG server. */
const hasCasparcg = (input: unknown): boolean => {
  const servers = listIn(input, 'connections').filter((one) => fieldOf(one, 'protocol') === 'casparcg');
  const ids = new Set(servers.map((one) => textIn(one, 'id')));
  return listIn(input, 'outputs').some((output) =>
    ['player', 'backup'].some((field) => {
      const connection = textIn(fieldOf(output, field), 'connection');
      return connection !== undefined && ids.has(connection);
    }),
  );
};

/** The clips that no CasparCG server can load, if any output has one. */
const unplayableClips = (input: unknown): readonly Issue[] =>
  hasCasparcg(input)
    ? listIn(input, 'banks').flatMap((bank, at) =>
        listIn(bank, 'clips').flatMap((clip, index) =>
          unplayableClip(clip, `banks[${String(at)}].clips[${String(index)}]`),
        ),
      )
    : [];

const checkPanels = panelIssues(studioRecordOperations);

const settingsIssues: CheckSettings = (input) => {
  const { unknown, others } = connectionIssues(connectionDrivers, input);
  return { unknown, others: [...others, ...unplayableClips(input), ...checkPanels(input)] };
};

/** Checks a parsed studio file with the settings of all drivers. Returns all issues. */
export const readStudioInput = (input: unknown): E.Either<readonly Issue[], StudioLayout> =>
  readStudioLayout(input, settingsIssues);

/** Locates the first issues in the text, and returns them in text order with the number of the others (START-8). */
const located = <A>(issues: readonly A[], locate: (issue: A) => TextIssue): readonly FileIssue[] => {
  const more = issues.length - maxReportedIssues;
  const first = issues.slice(0, maxReportedIssues).map(locate);
  const sorted = first.toSorted((a, b) => a.line - b.line || a.column - b.column);
  return more > 0 ? [...sorted, { message: moreIssues(more) }] : sorted;
};

/** The value of a studio file, which isn't validated. */
interface ParsedStudio {
  readonly input: unknown;
  /** Returns an issue at a path of the value. */
  readonly at: (path: string, message: string) => TextIssue;
}

const parseStudio = (text: string): E.Either<readonly FileIssue[], ParsedStudio> => {
  const lines = new LineCounter();
  const { document, issues } = parseStudioYaml(text, lines);
  if (document === undefined || issues.length > 0)
    return E.left(located(issues, ({ offset, message }) => issueAt(lines, offset, message)));
  return E.tryCatch(
    () => ({
      input: document.toJS() as unknown,
      at: (path, message) => ({ ...issueAt(lines, offsetOf(document, keysOf(path)), message), path }),
    }),
    (error) => [issueAt(lines, 0, (error as Error).message)],
  );
};

/** Returns an issue as text, with the line of the value that was there first. */
const textOf = (issue: Issue, at: ParsedStudio['at']): string =>
  issue.first === undefined
    ? formatIssue(issue)
    : `${formatIssue(issue)}; that is in line ${String(at(issue.first, '').line)}`;

/** Locates issues of the value of a text whose syntax is right. */
const locate: StudioTexts['locate'] = (text, issues) =>
  pipe(
    parseStudio(text),
    E.match(
      (syntax) => syntax,
      ({ at }) => located(issues, (issue) => at(issue.path, textOf(issue, at))),
    ),
  );

/** Reads a value from YAML or JSON. Returns up to 20 issues in text order, and the number of the others. */
export const readYamlText = <A>(
  text: string,
  read: (input: unknown) => E.Either<readonly Issue[], A>,
): E.Either<readonly FileIssue[], A> =>
  pipe(
    parseStudio(text),
    E.chain(({ input, at }) =>
      pipe(
        read(input),
        E.mapLeft((issues) => located(issues, (issue) => at(issue.path, textOf(issue, at)))),
      ),
    ),
  );

/** Parses a studio from YAML or JSON. Returns up to 20 issues in text order, and the number of the others. */
export const readStudioText = (text: string): E.Either<readonly FileIssue[], StudioLayout> =>
  readYamlText(text, readStudioInput);

/** What editors read and write in the text of a studio file. */
export const studioTexts: StudioTexts = {
  parse: (text) => E.map(({ input }: ParsedStudio) => input)(parseStudio(text)),
  check: readStudioText,
  locate,
  edit: editedYaml,
};

const inFlow = (value: unknown): string => stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();

/** Returns how the earlier forms in a valid studio file are written now (STUDIO-FILE-4). */
export const earlierForms = (text: string): readonly FileIssue[] =>
  pipe(
    parseStudio(text),
    E.match(
      () => [],
      ({ input, at }) =>
        inCurrentForm(input).earlier.map(({ path, connection, player }) =>
          at(
            path,
            `hint: ${path} has an earlier form; write ${inFlow(player)}, and in connections ${inFlow(connection)}`,
          ),
        ),
    ),
  );

const unreadable = ({ code = 'unknown' }: NodeJS.ErrnoException): FileIssue => ({
  message: `can't be read (${code})`,
  ...(code === 'ENOENT' && { isMissing: true }),
});

/** Reads the text of a studio file. Never rejects. */
export const readStudioSource = async (file: string): Promise<StudioSource> => {
  try {
    return E.mapLeft((message: string): FileIssue => ({ message }))(await readRegularFile(file, maxFileBytes));
  } catch (error) {
    return E.left(unreadable(error as NodeJS.ErrnoException));
  }
};

/** Reads a studio file. */
export const readStudioFile = async (file: string): Promise<E.Either<readonly FileIssue[], StudioLayout>> => {
  const source = await readStudioSource(file);
  return E.isLeft(source) ? E.left([source.left]) : readStudioText(source.right);
};

/** One line for each issue, in the form `file:line:column: message` of editors and compilers. */
export const issueLines = (file: string, issues: readonly FileIssue[]): readonly string[] =>
  issues.map(({ line, column, message }) =>
    [file, line, column, ` ${message}`].filter((part) => part !== undefined).join(':'),
  );

/** Reads the layout from a studio file. Rejects with a `StartupError` that lists all issues. */
export const studioLayout = async (file: string): Promise<StudioLayout> => {
  const read = await readStudioFile(file);
  if (E.isRight(read)) return read.right;
  throw new StartupError(`STUDIO_FILE: ${issueLines(file, read.left).join('; ')}`);
};
