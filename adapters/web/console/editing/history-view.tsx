// The versions of the file, also those that were written by hand, and what each has changed.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactElement } from 'react';
import { explain } from '../api/failure.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { Button } from '../ui/button.js';
import { Loading } from '../ui/loaded.js';
import { Notice } from '../ui/notice.js';
import { exactFormat } from '../ui/time.js';
import { useAsk, type CheckedChange, type ShownVersion, type StudioVersionHead } from './ask.js';
import { useDraft, type StudioDraft } from './studio-draft.js';
import { useAnswer } from './use-answer.js';

const timeOf = (timeMs: number): string => (timeMs === 0 ? '' : exactFormat.format(timeMs));

const authorOf = ({ by, restored }: StudioVersionHead): string => {
  if (by === 'host') return restored === undefined ? t`at the host` : t`at the host, restored version ${restored}`;
  const author = by.replace('operator:', '');
  return restored === undefined ? author : t`${author}, restored version ${restored}`;
};

interface VersionList {
  readonly versions: readonly StudioVersionHead[];
}

/** What restoring a version would change. */
const Difference = ({ version, base }: { readonly version: number; readonly base: number }): ReactElement => {
  const ask = useAsk();
  const [lines, setLines] = useState<readonly string[]>();
  useEffect(() => {
    const compare = async (): Promise<readonly string[]> => {
      const { text } = await ask<ShownVersion>({ ask: 'version', version });
      if (text === null) return [t`Its syntax is wrong, so it is not shown.`];
      const { changes, issues } = await ask<CheckedChange>({ ask: 'check', base, change: { text } });
      return [...changes, ...issues.map(({ message }) => message)];
    };
    compare().then(setLines, (error: unknown) => {
      setLines([explain(error)]);
    });
  }, [ask, version, base]);
  if (lines === undefined) return <Loading />;
  return (
    <ul className="changes">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
      {lines.length === 0 && (
        <li>
          <Trans>All values are as in the current version.</Trans>
        </li>
      )}
    </ul>
  );
};

interface RowProps {
  readonly head: StudioVersionHead;
  readonly base: number;
  readonly draft: StudioDraft;
}

interface RestoreProps extends Omit<RowProps, 'head'> {
  readonly version: number;
}

const Restore = ({ version, base, draft }: RestoreProps): ReactElement => {
  const { isChanged } = useDraft(draft);
  return (
    <ConfirmButton
      confirmation={{
        title: t`Restore version ${version}?`,
        explanation: (
          <>
            {isChanged && (
              <p>
                <Trans>Your changes that aren’t saved are discarded.</Trans>
              </p>
            )}
            <Difference version={version} base={base} />
          </>
        ),
        confirm: t`Restore`,
        onConfirm: () => draft.restore(version),
      }}
    >
      {t`Restore version ${version}`}
    </ConfirmButton>
  );
};

const Row = ({ head, base, draft }: RowProps): ReactElement => {
  const [isOpen, setOpen] = useState(false);
  const { version, isValid } = head;
  const isPresent = version === base;
  return (
    <li className="version">
      <div className="version-head">
        <div>
          <strong>{t`Version ${version}`}</strong>{' '}
          <span className="hint">{`${timeOf(head.timeMs)}, ${authorOf(head)}`}</span>{' '}
          {isPresent && (
            <span className="badge good">
              <Trans>current</Trans>
            </span>
          )}{' '}
          {!isValid && (
            <span className="badge bad">
              <Trans>has issues</Trans>
            </span>
          )}
        </div>
        {!isPresent && (
          <div className="actions">
            <Button
              look="quiet"
              aria-expanded={isOpen}
              onPress={() => {
                setOpen(!isOpen);
              }}
            >
              {t`Compare version ${version}`}
            </Button>
            {isValid && <Restore {...{ version, base, draft }} />}
          </div>
        )}
      </div>
      {isOpen && <Difference version={version} base={base} />}
    </li>
  );
};

/** Renders the versions. */
export const HistoryView = ({ draft }: { readonly draft: StudioDraft }): ReactElement => {
  const { base } = useDraft(draft);
  const { answer, failure } = useAnswer<VersionList>('versions', base?.version);
  if (failure !== undefined) return <Notice kind="bad">{failure}</Notice>;
  if (answer === undefined || base === undefined) return <Loading />;
  return (
    <ol className="versions">
      {answer.versions.map((head) => (
        <Row key={head.version} head={head} base={base.version} draft={draft} />
      ))}
    </ol>
  );
};
