// Dialog that finds studios, devices, addresses and settings, and opens the chosen one.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMemo, useState, type ReactElement } from 'react';
import { Autocomplete, Input, Label, ListBox, ListBoxItem, TextField } from 'react-aria-components';
import { useLocation, useRoute } from 'wouter';
import { useHasRole } from '../session/session.js';
import { useStudios } from '../studios/queries.js';
import { Dialog } from '../ui/dialog.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { useFoundRecords } from './queries.js';
import { findTargets, pageTargets, recordTargets, settingTargets, studioTargets, type FoundTarget } from './targets.js';

interface FindProps {
  readonly targets: readonly FoundTarget[];
  /** The studio that is shown, if any. */
  readonly shownStudio: string | undefined;
  readonly onClose: () => void;
}

const idOf = ({ href, name, kind }: FoundTarget): string => `${href} ${name} ${kind}`;

const Results = ({
  found,
  onOpen,
}: {
  readonly found: readonly FoundTarget[];
  readonly onOpen: (href: string) => void;
}) => (
  <ListBox
    aria-label={t`Found`}
    className="menu found"
    renderEmptyState={() => (
      <span className="hint">
        <Trans>Nothing found.</Trans>
      </span>
    )}
    onAction={(key) => {
      const target = found.find((one) => idOf(one) === key);
      if (target) onOpen(target.href);
    }}
  >
    {found.map((target) => (
      <ListBoxItem key={idOf(target)} id={idOf(target)} textValue={target.name} className="menu-item">
        <span className="found-name">{target.name}</span>
        <span className="hint">{target.kind}</span>
      </ListBoxItem>
    ))}
  </ListBox>
);

const Find = ({ targets, shownStudio, onClose }: FindProps): ReactElement => {
  const [text, setText] = useState('');
  const [, navigate] = useLocation();
  const { records, more, failure } = useFoundRecords(text);
  const found = useMemo(
    () => [...findTargets(targets, text), ...recordTargets(records, shownStudio)],
    [targets, text, records, shownStudio],
  );
  const open = (href: string): void => {
    onClose();
    navigate(href);
  };
  return (
    <Dialog title={t`Find`} onClose={onClose}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <TextField className="field" autoFocus>
          <Label className="visually-hidden">
            <Trans>Studio, device, address or setting</Trans>
          </Label>
          <Input
            role="combobox"
            aria-expanded
            className="input"
            placeholder={t`Studio, device, address or setting`}
            autoComplete="off"
          />
        </TextField>
        <Results found={found} onOpen={open} />
      </Autocomplete>
      <FailureNotice failure={failure} />
      <p role="status" className="hint">
        {more > 0 &&
          plural(more, {
            one: '# more device or address matches. Enter more words.',
            other: '# more devices and addresses match. Enter more words.',
          })}
      </p>
    </Dialog>
  );
};

export const FindDialog = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const isAdmin = useHasRole('admin');
  const [isInStudio, params] = useRoute('/studios/:id/:section');
  const { data: studios = [] } = useStudios();
  const studio = studios.find(({ id }) => isInStudio && id === params.id);
  const settings = studio === undefined ? [] : settingTargets(studio);
  const targets = [...settings, ...pageTargets(isAdmin), ...studioTargets(studios)];
  return <Find targets={targets} shownStudio={studio?.id} onClose={onClose} />;
};
