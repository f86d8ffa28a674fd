import type { ReactNode } from 'react';
import { Button, Dialog } from '@orrery/sdk/ui';
import { useKernel, useStore } from '../kernel-context.ts';

/** Puts the question that waits. Escape and Cancel say no. */
export function ConfirmDialog(): ReactNode {
  const { questions, ctx } = useKernel();
  const question = useStore(questions, () => questions.current);
  if (!question) return null;
  return (
    <Dialog
      title={question.title}
      isOpen
      size="small"
      onClose={() => question.answer(false)}
      footer={
        <>
          <Button data-autofocus onClick={() => question.answer(false)}>
            {ctx.i18n.t('shell.cancel')}
          </Button>
          <Button kind={question.danger ? 'danger' : 'primary'} onClick={() => question.answer(true)}>
            {question.confirmLabel}
          </Button>
        </>
      }
    >
      {question.body && <p>{question.body}</p>}
    </Dialog>
  );
}
