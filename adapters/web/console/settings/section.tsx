// A section whose settings are edited together: it is loaded, edited, checked, saved, and never overwrites in silence.
import { useState, type ReactElement, type ReactNode } from 'react';
import type { ConsoleReply } from '../api/client.js';
import type { StudioOverview } from '../api/contract.js';
import { useEditing } from '../api/drafts.js';
import { isChangedMeanwhile } from '../api/failure.js';
import type { FieldErrors } from '../api/rules.js';
import { useMay } from '../session/session.js';
import { draftKey } from '../studio/sections.js';
import { useForm } from '../ui/form.js';
import { Loaded } from '../ui/loaded.js';
import { Notice } from '../ui/notice.js';
import { differences, type DescribedDifference } from './difference.js';
import { Meanwhile } from './meanwhile.js';
import { useSaveSettings, useSettings, type SectionSettings } from './queries.js';
import { Saved, SaveBar } from './save-bar.js';

/** What the fields of a section are given. */
export interface Fields<A> {
  readonly value: A;
  readonly onChange: (value: A) => void;
  readonly errors: FieldErrors;
  readonly isDisabled: boolean;
}

interface SectionOptions<S extends keyof SectionSettings> {
  readonly studio: StudioOverview;
  readonly section: S;
  /** The settings in words, one for each that may differ. */
  readonly tell: (value: SectionSettings[S]) => DescribedDifference;
  readonly check?: (value: SectionSettings[S]) => FieldErrors;
  readonly children: (fields: Fields<SectionSettings[S]>) => ReactNode;
}

/** Somebody else's change is shown by itself: it is no failure of this operator's. */
const unlessMeanwhile = (error: unknown): void => {
  if (!isChangedMeanwhile(error)) throw error;
};

const Editor = <S extends keyof SectionSettings>(
  props: SectionOptions<S> & { readonly kept: ConsoleReply<SectionSettings[S]> },
): ReactElement => {
  const { studio, section, tell, check, children, kept } = props;
  const editing = useEditing(draftKey(studio.id, section), kept);
  const save = useSaveSettings(studio.id, section);
  const [savedVersion, setSavedVersion] = useState<number | null>(null);
  const mayChange = useMay('operator');
  const changes = differences(tell(editing.base.value), tell(editing.value));
  const send = async (): Promise<void> => {
    const saved = await save(editing.value, editing.base);
    editing.discard();
    setSavedVersion(saved.version);
  };
  const form = useForm({
    fields: [],
    ...(check && { check: () => check(editing.value) }),
    send: () => send().catch(unlessMeanwhile),
  });
  return (
    <>
      {!mayChange && <Notice kind="info">You may look here, and change nothing: your role is Viewer.</Notice>}
      <div id={form.id} className="stack">
        {children({ value: editing.value, onChange: editing.edit, errors: form.errors, isDisabled: !mayChange })}
      </div>
      <div className="foot">
        {editing.meanwhile !== undefined && <Meanwhile editing={editing} tell={tell} />}
        {editing.isDirty && editing.meanwhile === undefined && (
          <SaveBar changes={changes} form={form} onDiscard={editing.discard} />
        )}
        {!editing.isDirty && savedVersion !== null && (
          <Saved
            studio={studio}
            version={savedVersion}
            onClose={() => {
              setSavedVersion(null);
            }}
          />
        )}
      </div>
    </>
  );
};

/** The section. */
export const SettingsSection = <S extends keyof SectionSettings>(props: SectionOptions<S>): ReactElement => (
  <Loaded query={useSettings(props.studio.id, props.section)}>{(kept) => <Editor {...props} kept={kept} />}</Loaded>
);
