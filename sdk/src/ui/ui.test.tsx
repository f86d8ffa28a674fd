// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { createRouteRef } from '@orrery/sdk/web';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeScope } from './fixtures/fake-scope.tsx';
import * as ui from './index.ts';
import { formatText } from './texts/create-texts.ts';

afterEach(cleanup);

const OPTIONS = ['Alaska', 'Delta', 'Hawaiian', 'JetBlue', 'Spirit', 'United'].map((label) => ({ value: label.slice(0, 2).toUpperCase(), label }));

function Chooser({ multiple, start, options = OPTIONS, onChange, ...rest }: Partial<ui.ComboboxProps> & { start?: string[] | string | null }): ReactNode {
  const [value, setValue] = useState<readonly string[] | string | null>(start ?? (multiple ? [] : null));
  const handle = (next: string[] | string | null): void => {
    setValue(next);
    onChange?.(next);
  };
  return <ui.Combobox label="Airline" options={options} value={value} multiple={multiple} onChange={handle} {...rest} />;
}

describe('Combobox', () => {
  it('[UI-05] chooses by keyboard alone: type, arrow, Enter, Escape', async () => {
    const onChange = vi.fn();
    render(<Chooser onChange={onChange} />);
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard('al');
    const input = screen.getByRole('combobox', { name: 'Airline' });
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Alaska']);
    expect(input.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id);
    await user.keyboard('{Enter}');
    expect(onChange).toHaveBeenLastCalledWith('AL');
    expect((input as HTMLInputElement).value).toBe('Alaska');
    await user.keyboard('{ArrowDown}{Escape}');
    expect(input.getAttribute('aria-expanded')).toBe('false');
  });

  it('[UI-05] collapses tags above four and takes the last away by Backspace', async () => {
    const onChange = vi.fn();
    render(<Chooser multiple start={['AL', 'DE', 'HA', 'JE', 'SP', 'UN']} onChange={onChange} />);
    expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(4);
    expect(screen.getByText('2 more')).toBeTruthy();
    const user = userEvent.setup();
    await user.click(screen.getByRole('combobox'));
    await user.keyboard('{Backspace}');
    expect(onChange).toHaveBeenLastCalledWith(['AL', 'DE', 'HA', 'JE', 'SP']);
  });

  it('[UI-05] draws a window of ten thousand options and tells their number', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ value: String(at), label: `Item ${at}` }));
    render(<Chooser options={many} />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('combobox'));
    const drawn = screen.getAllByRole('option');
    expect(drawn.length).toBeLessThan(60);
    expect(drawn[0]?.getAttribute('aria-setsize')).toBe('10000');
    await user.keyboard('{ArrowUp}');
    expect(document.getElementById(screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '')?.textContent).toBe('Item 9999');
  });

  it('selects all that is listed, creates, and splits pasted lines', async () => {
    const onChange = vi.fn();
    render(<Chooser multiple creatable onChange={onChange} />);
    const user = userEvent.setup();
    const input = screen.getByRole('combobox');
    await user.click(input);
    await user.click(screen.getByRole('option', { name: 'Select all (6)' }));
    expect(onChange).toHaveBeenLastCalledWith(['AL', 'DE', 'HA', 'JE', 'SP', 'UN']);
    await user.type(input, 'Ryan{Enter}');
    expect(onChange).toHaveBeenLastCalledWith(expect.arrayContaining(['Ryan']));
    fireEvent.paste(input, { clipboardData: { getData: () => 'x; y\nz' } });
    expect(onChange).toHaveBeenLastCalledWith(expect.arrayContaining(['x', 'y', 'z']));
  });

  it('asks its owner 250 ms after the last key', async () => {
    vi.useFakeTimers();
    try {
      const onSearch = vi.fn();
      render(<Chooser onSearch={onSearch} />);
      const input = screen.getByRole('combobox');
      fireEvent.change(input, { target: { value: 'a' } });
      fireEvent.change(input, { target: { value: 'ab' } });
      act(() => void vi.advanceTimersByTime(249));
      expect(onSearch).not.toHaveBeenCalled();
      act(() => void vi.advanceTimersByTime(1));
      expect(onSearch.mock.calls).toEqual([['ab']]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('overlays', () => {
  it('opens a menu from the keyboard, moves by arrows and letters, and gives the focus back', async () => {
    const onSelect = vi.fn();
    render(
      <ui.Menu
        label="Actions"
        trigger={<ui.IconButton icon="more" label="More" />}
        items={[
          { id: 'a', label: 'Edit', onSelect: vi.fn() },
          { id: 'b', label: 'Share', onSelect },
          { id: 'c', label: 'Delete', danger: true, onSelect: vi.fn() },
        ]}
      />,
    );
    const user = userEvent.setup();
    const trigger = screen.getByRole('button', { name: 'More' });
    trigger.focus();
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Delete');
    await user.keyboard('s');
    expect(document.activeElement?.textContent).toBe('Share');
    await user.keyboard('{Enter}');
    expect(onSelect).toHaveBeenCalledOnce();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(trigger);
  });

  it('a popover takes the focus, closes on Escape and on a press outside', async () => {
    render(
      <>
        <ui.Popover label="Filter" trigger={<ui.Button>Filter</ui.Button>}>
          {() => <ui.TextField label="Name" value="" onChange={() => {}} />}
        </ui.Popover>
        <p>outside</p>
      </>,
    );
    const user = userEvent.setup();
    const trigger = screen.getByRole('button', { name: 'Filter' });
    await user.click(trigger);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(trigger);
    await user.click(trigger);
    await user.click(screen.getByText('outside'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('[GEN-14] a dialog is named, focuses its first field, and gives the focus back', async () => {
    function Page(): ReactNode {
      const [isOpen, setOpen] = useState(false);
      return (
        <>
          <ui.Button onClick={() => setOpen(true)}>Open</ui.Button>
          <ui.Dialog title="Add plugin" isOpen={isOpen} onClose={() => setOpen(false)}>
            <ui.TextField label="Name" value="" onChange={() => {}} />
          </ui.Dialog>
        </>
      );
    }
    render(<Page />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Open' }));
    const dialog = screen.getByRole('dialog', { name: 'Add plugin' });
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
  });

  it('a tooltip shows on hover, describes its control, and Escape hides it', async () => {
    render(
      <ui.Tooltip text="Runs the query">
        <button type="button">Run</button>
      </ui.Tooltip>,
    );
    const user = userEvent.setup();
    await user.hover(screen.getByRole('button'));
    await screen.findByRole('tooltip');
    expect(screen.getByRole('button', { description: 'Runs the query' })).toBeTruthy();
    act(() => screen.getByRole('button').focus());
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});

describe('controls', () => {
  it('a busy button keeps the focus and swallows clicks', async () => {
    const onClick = vi.fn();
    render(
      <ui.Button busy onClick={onClick}>
        Save
      </ui.Button>,
    );
    await userEvent.setup().click(screen.getByRole('button', { name: 'Save' }));
    expect(onClick).not.toHaveBeenCalled();
    expect((screen.getByRole('button') as HTMLButtonElement).disabled).toBe(false);
  });

  it('a number field keeps what is being typed and answers null when empty', async () => {
    const onChange = vi.fn();
    function Page(): ReactNode {
      const [value, setValue] = useState<number | null>(1);
      return (
        <ui.NumberField
          label="Rows"
          value={value}
          onChange={(next) => {
            onChange(next);
            setValue(next);
          }}
        />
      );
    }
    render(<Page />);
    const input = screen.getByRole('spinbutton');
    await userEvent.setup().clear(input);
    expect(onChange).toHaveBeenLastCalledWith(null);
    await userEvent.setup().type(input, '0.50');
    expect((input as HTMLInputElement).value).toBe('0.50');
    expect(onChange).toHaveBeenLastCalledWith(0.5);
  });

  it('a link navigates in place on a plain click, and is text when nobody offers the route', async () => {
    const scope = createFakeScope({ routes: { 'dashboard.view': '/d/:id/' } });
    const known = createRouteRef<{ id: number }>('dashboard.view');
    scope.draw(
      <>
        <ui.Link route={known} params={{ id: 3 }} search={{ edit: 'true' }}>
          Flights
        </ui.Link>
        <ui.Link route={createRouteRef('gone.view')}>Gone</ui.Link>
      </>,
    );
    const link = screen.getByRole('link', { name: 'Flights' });
    expect(link.getAttribute('href')).toBe('/root/d/3/?edit=true');
    expect(screen.queryByRole('link', { name: 'Gone' })).toBeNull();
    await userEvent.setup().click(link);
    expect(scope.navigations).toEqual(['/d/3/?edit=true']);
    fireEvent.click(link, { ctrlKey: true });
    expect(scope.navigations).toHaveLength(1);
  });

  it('tabs are one stop and the arrow keys select', async () => {
    function Page(): ReactNode {
      const [selected, setSelected] = useState('a');
      return <ui.Tabs label="View" selected={selected} onSelect={setSelected} tabs={['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase(), content: `panel ${id}` }))} />;
    }
    render(<Page />);
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tabpanel', { name: 'C' }).textContent).toBe('panel c');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'C' }));
  });
});

it('chooses plural forms and falls back to English', () => {
  expect(formatText('sdk-ui', 'de', 'results', { count: 1 })).toBe('1 Option');
  expect(formatText('sdk-ui', 'de-AT', 'results', { count: 2000 })).toMatch(/Optionen$/);
  expect(formatText('sdk-ui', 'fr', 'close')).toBe('Close');
});

it('axe finds nothing in a page of every primitive', async () => {
  const scope = createFakeScope();
  const none = (): void => {};
  scope.draw(
    <>
      <h1>Page</h1>
      <ui.Toolbar label="Tools">
        <ui.Button kind="primary" icon="plus">
          Add
        </ui.Button>
        <ui.IconButton icon="star" label="Favourite" pressed />
      </ui.Toolbar>
      <ui.TextField label="Name" value="" onChange={none} error="Needed" description="Short" required />
      <ui.TextField label="Text" value="" onChange={none} multiline />
      <ui.SearchField label="Find" value="x" onChange={none} />
      <ui.NumberField label="Rows" value={3} onChange={none} />
      <ui.Checkbox label="All" checked onChange={none} description="Every row" />
      <ui.Switch label="On" checked onChange={none} />
      <ui.Select label="Kind" value="a" options={[{ value: 'a', label: 'A' }]} onChange={none} />
      <ui.RadioGroup label="Side" value="a" options={[{ value: 'a', label: 'A' }]} onChange={none} />
      <Chooser multiple start={['AL']} clearable />
      <ui.Tabs label="View" selected="a" onSelect={none} tabs={[{ id: 'a', label: 'A', content: 'x' }]} />
      <ui.Menu label="More" trigger={<ui.Button>More</ui.Button>} items={[{ id: 'x', label: 'X', onSelect: none }]} />
      <ui.Disclosure title="Advanced">x</ui.Disclosure>
      <ui.Card header="Head" footer="Foot">
        <ui.Badge kind="success">Live</ui.Badge> <ui.Tag label="tag" onRemove={none} /> <ui.Spinner /> <ui.Skeleton lines={3} />
      </ui.Card>
      <ui.EmptyState icon="chart" />
      <ui.ErrorPanel message="No" detail="stack" onRetry={none} />
      <ui.Dialog title="Dialog" isOpen onClose={none} footer={<ui.Button>OK</ui.Button>}>
        text
      </ui.Dialog>
    </>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'More' }));
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
});
