"""What a teacher needs for a syllabus on paper: a rubric, the answers, a sheet for learners."""
