// The editor of the file's text: YAML with its issues in place, and completion by the schema of the file.
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { yaml } from '@codemirror/lang-yaml';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { t } from '@lingui/core/macro';
import { basicSetup, EditorView } from 'codemirror';
import { translateDescription } from '../../messages/i18n.js';
import type { FileIssue } from './ask.js';
import { pathAt } from './path-in-text.js';
import { editorPhrases } from './text-editor-phrases.js';
import { kindOf, variantsOf, type EditingSchema, type FormSchema } from './schema.js';

export interface TextEditor {
  /** Shows another text, unless it is the one that is edited. */
  readonly show: (text: string) => void;
  readonly mark: (issues: readonly FileIssue[]) => void;
  readonly end: () => void;
}

interface TextEditorOptions {
  readonly text: string;
  readonly schema: EditingSchema['schema'];
  readonly onChange: (text: string) => void;
}

type Root = EditingSchema['schema'];

const resolved = (root: Root, schema: FormSchema): FormSchema =>
  schema.$ref === undefined ? schema : (root.definitions[schema.$ref.replace('#/definitions/', '')] ?? {});

const alternatives = (root: Root, schema: FormSchema): readonly FormSchema[] => {
  const known = resolved(root, schema);
  const variants = variantsOf(known);
  return variants.length === 0 ? [known] : variants.flatMap((one) => alternatives(root, one));
};

/** Returns the schemas of what stands at a path. */
export const schemasAt = (root: Root, path: readonly string[]): readonly FormSchema[] =>
  path.reduce<readonly FormSchema[]>(
    (all, name) =>
      all
        .flatMap((schema) => (kindOf(schema) === 'list' ? alternatives(root, schema.items ?? {}) : [schema]))
        .flatMap((schema) => {
          const field = schema.properties?.[name];
          return field === undefined ? [] : alternatives(root, field);
        }),
    [root],
  );

const fieldsAt = (root: Root, path: readonly string[]): readonly Completion[] => {
  const records = schemasAt(root, path).flatMap((schema) =>
    kindOf(schema) === 'list' ? alternatives(root, schema.items ?? {}) : [schema],
  );
  const fields = new Map(records.flatMap((schema) => Object.entries(schema.properties ?? {})));
  return [...fields].map(([name, { description = '' }]) => ({
    label: name,
    apply: `${name}: `,
    type: 'property',
    info: translateDescription(description),
  }));
};

const valuesAt = (root: Root, path: readonly string[]): readonly Completion[] =>
  schemasAt(root, path)
    .flatMap((schema) => schema.enum ?? (kindOf(schema) === 'boolean' ? ['true', 'false'] : []))
    .map((value) => ({ label: value, type: 'enum' }));

const completeFrom =
  (root: Root) =>
  (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\w-]{0,64}/);
    if (word === null || (word.from === word.to && !context.explicit)) return null;
    const { path, isValue } = pathAt(context.state.doc.sliceString(0, word.from));
    const options = isValue ? valuesAt(root, path) : fieldsAt(root, path);
    return options.length === 0 ? null : { from: word.from, options };
  };

const diagnosticsOf = (view: EditorView, issues: readonly FileIssue[]): readonly Diagnostic[] =>
  issues.map(({ line = 1, column = 1, message }) => {
    const { from, to } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
    return { from: Math.min(from + column - 1, to), to, severity: 'error', message };
  });

/** Opens the editor within an element. */
export const textEditor = (place: HTMLElement, { text, schema, onChange }: TextEditorOptions): TextEditor => {
  // Within a shadow root, styles are constructed, which the content security policy of the page allows.
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  let isShowing = false;
  const view = new EditorView({
    doc: text,
    parent: root,
    root,
    extensions: [
      editorPhrases,
      basicSetup,
      yaml(),
      lintGutter(),
      autocompletion({ override: [completeFrom(schema)] }),
      EditorView.contentAttributes.of({ 'aria-label': t`Text of the studio file` }),
      EditorView.theme({
        '&': { fontSize: '14px', height: 'min(65vh, 48rem)' },
        '.cm-scroller': { overflow: 'auto' },
        '.cm-content': { fontFamily: 'ui-monospace, monospace' },
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !isShowing) onChange(update.state.doc.toString());
      }),
    ],
  });
  // Who has no mouse scrolls it, too.
  view.scrollDOM.tabIndex = 0;
  return {
    show: (shown) => {
      if (shown === view.state.doc.toString()) return;
      isShowing = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: shown } });
      isShowing = false;
    },
    mark: (issues) => {
      view.dispatch(setDiagnostics(view.state, diagnosticsOf(view, issues)));
    },
    end: () => {
      view.destroy();
    },
  };
};
