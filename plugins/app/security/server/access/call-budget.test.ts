import { describe, expect, it } from 'vitest';
import { BudgetError, createCallBudget } from './call-budget.ts';

describe('[promises D.51] call budget', () => {
  it('stops a caller who spent it, tells when to come back, and fills up again', () => {
    let time = 0;
    const budget = createCallBudget(3, 60_000, () => time);
    for (let call = 0; call < 3; call++) budget.spend('a');
    const refused = (): BudgetError => {
      try {
        budget.spend('a');
      } catch (error) {
        return error as BudgetError;
      }
      throw new Error('was let through');
    };
    expect(refused()).toMatchObject({ status: 429, retryAfter: 20, message: 'Too many requests. Try again in 20 seconds.' });
    budget.spend('b');
    time = 19_500;
    expect(refused().retryAfter).toBe(1);
    time = 20_000;
    budget.spend('a');
    expect(refused().retryAfter).toBe(20);
    time = 10 * 60_000;
    for (let call = 0; call < 3; call++) budget.spend('a');
    expect(refused().status).toBe(429);
  });
});
