// A section whose settings are edited and saved together.
import { Trans } from '@lingui/react/macro';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { ConsoleReply } from '../api/client.js';
import type { StudioOverview } from '../api/contract.js';
import { useEditing } from '../api/drafts.js';
import { isEditConflict } from '../api/failure.js';
import type { FieldErrors } from '../api/rules.js';
import { useHasRoleIn } from '../session/session.js';
import { draftKey } from '../studio/sections.js';
import { useForm } from '../ui/form.js';
import { Loaded } from '../ui/loaded.js';
import { Notice } from '../ui/notice.js';
import { differences, type DescribedSettings } from './difference.js';
import { EditConflict } from './edit-conflict.js';
import { useSaveSettings, useSettings, type SectionSettings } from './queries.js';
import { SavedNotice, SaveBar } from './save-bar.js';

/** Props of the fields of a section. */
export interface SettingsFields<A> {
  readonly value: A;
  readonly onChange: (value: A) => void;
  readonly errors: FieldErrors;
  readonly isDisabled: boolean;
}

interface SectionOptions<S extends keyof SectionSettings> {
  readonly studio: StudioOverview;
  readonly section: S;
  /** Returns labels and values of the settings. */
  readonly describe: (value: SectionSettings[S]) => DescribedSettings;
  readonly check?: (value: SectionSettings[S]) => FieldErrors;
  /** Returns what the operator is asked to confirm before the change is saved; none for no question. */
  readonly concerns?: (before: SectionSettings[S], after: SectionSettings[S]) => readonly string[];
  readonly children: (fields: SettingsFields<SectionSettings[S]>) => ReactNode;
}

/** Ignores edit conflicts, which the section shows itself. */
const ignoreConflict = (error: unknown): void => {
  if (!isEditConflict(error)) throw error;
};

const ReadOnlyNotice = (): ReactElement => (
  <Notice kind="info">
    <Trans>Your role in this studio is Viewer: you can see these settings, but not change them.</Trans>
  </Notice>
);

const Editor = <S extends keyof SectionSettings>(
  props: SectionOptions<S> & { readonly saved: ConsoleReply<SectionSettings[S]> },
): ReactElement => {
  const { studio, section, describe, check, concerns = () => [], children, saved } = props;
  const editing = useEditing(draftKey(studio.id, section), saved);
  const save = useSaveSettings(studio.id, section);
  const [savedVersion, setSavedVersion] = useState<number | null>(null);
  const closeNotice = (): void => {
    setSavedVersion(null);
  };
  const mayChange = useHasRoleIn(studio.id, 'operator');
  const changes = differences(describe(editing.base.value), describe(editing.value));
  const send = async (): Promise<void> => {
    const { version } = await save(editing.value, editing.base);
    editing.discard();
    setSavedVersion(version);
  };
  const form = useForm({
    fields: [],
    ...(check && { check: () => check(editing.value) }),
    send: () => send().catch(ignoreConflict),
  });
  return (
    <>
      {!mayChange && <ReadOnlyNotice />}
      <div id={form.id} className="stack">
        {children({ value: editing.value, onChange: editing.edit, errors: form.errors, isDisabled: !mayChange })}
      </div>
      <div className="section-foot">
        {editing.conflict !== undefined && <EditConflict editing={editing} describe={describe} />}
        {editing.isDirty && editing.conflict === undefined && (
          <SaveBar
            changes={changes}
            form={form}
            concerns={concerns(editing.base.value, editing.value)}
            onDiscard={editing.discard}
          />
        )}
        {!editing.isDirty && savedVersion !== null && (
          <SavedNotice studio={studio} version={savedVersion} onClose={closeNotice} />
        )}
      </div>
    </>
  );
};

/** Loads the settings and renders the section. */
export const SettingsSection = <S extends keyof SectionSettings>(props: SectionOptions<S>): ReactElement => (
  <Loaded query={useSettings(props.studio.id, props.section)}>{(saved) => <Editor {...props} saved={saved} />}</Loaded>
);
