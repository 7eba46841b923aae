// The file as text.
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, type ReactElement } from 'react';
import { Notice } from '../ui/notice.js';
import { useStudioForm } from './form-context.js';
import { textEditor, type TextEditor } from './text-editor.js';
import { useDraft, type StudioDraft } from './studio-draft.js';

/** Renders the text. It is edited in a document of its own, whose styles the page's policy allows. */
export const TextView = ({ draft }: { readonly draft: StudioDraft }): ReactElement => {
  const { schema } = useStudioForm();
  const { text, issues } = useDraft(draft);
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<TextEditor>(undefined);
  useEffect(() => {
    if (place.current === null) return undefined;
    const made = textEditor(place.current, {
      text: draft.state().text ?? '',
      schema: schema.schema,
      onChange: draft.setText,
    });
    editor.current = made;
    return made.end;
  }, [draft, schema]);
  useEffect(() => {
    editor.current?.show(text ?? '');
  }, [text]);
  useEffect(() => {
    editor.current?.mark(issues);
  }, [issues]);
  return (
    <>
      {text === null && (
        <Notice kind="warn">
          <Trans>
            The text can’t be shown, because its syntax is wrong. Mend it on the host, or restore a version.
          </Trans>
        </Notice>
      )}
      <div className="text-editor" ref={place} />
    </>
  );
};
