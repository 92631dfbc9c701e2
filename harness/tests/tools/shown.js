// What is shown of the matrix and the vectors, and what the controls show.
say('rows', text('.matrix tbody th[scope=row]')); say('cards', text('.card h3'));
say('count', text('#count'));
say('checked', ['#security', '#failing-only'].map((one) => document.querySelector(one).checked));
say('class', document.querySelector('#class').value);
say('vectors', text('#vectors tbody th'));
